'use client';
import { PlusOutlined, SyncOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import { useView } from '@/kit/page/useView';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { lazyModule } from '@/lib/router/lazyModule';
import { useSearch } from '@/lib/router/navigate';
import { useApp } from '@/lib/toasts';
import { TEMPLATE_LIST } from './template';
import { useTemplates } from './useTemplates';

const TemplatePage = lazyModule(
  async () => ({ default: (await import('./TemplatePage')).TemplatePage }),
  ['antd', 'template'],
);
const TemplateForm = lazyModule(
  async () => ({ default: (await import('./TemplateForm')).TemplateForm }),
  ['antd', 'picker', 'template'],
);

/** Message templates: the list, or one of them by `?id=`; `?write=new`, or the id of one that is changed, opens the form. */
export default function Templates() {
  const t = useTranslations('template');
  const { message } = useApp();
  const { id, href, back } = useView('m_');
  const { params, set } = useSearch();
  const may = usePermission();
  const [asked, setAsked] = useState(false);
  const writing = params.get('write') !== null;
  if (writing && !asked) setAsked(true);
  const sync = useApiMutation(() => request('post', '/gc/template/sync', {}), {
    changes: [TEMPLATE_LIST],
    onDone: () => message.success(t('synced')),
  });
  const extra = (
    <>
      <ActionButton gate={{ permission: 'gc:template:sync' }} icon={<SyncOutlined />} onAct={() => sync.mutateAsync()}>
        {t('syncAll')}
      </ActionButton>
      {may({ permission: 'gc:template:add' }) && (
        <Button
          type="primary"
          icon={<PlusOutlined />}
          onFocus={TemplateForm.preload}
          onClick={() => set({ write: 'new' })}
        >
          {t('add')}
        </Button>
      )}
    </>
  );
  const resource = useTemplates(href, extra);
  return (
    <>
      {id ? (
        <Suspense fallback={<Skeleton active />}>
          <TemplatePage id={id} onBack={back} />
        </Suspense>
      ) : (
        <ResourcePage resource={resource} />
      )}
      {asked && (
        <Suspense>
          <TemplateForm />
        </Suspense>
      )}
    </>
  );
}
