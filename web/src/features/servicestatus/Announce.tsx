import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Can } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { lazyModule } from '@/lib/router/lazyModule';
import { type Announcement, INCIDENT, STATUS, STATUS_EDIT } from './status';
import css from './status.module.css';

// Customers never open the forms.
const IncidentForm = lazyModule(() => import('./IncidentForm'), ['antd', 'servicestatus']);
const UpdateForm = lazyModule(() => import('./UpdateForm'), ['antd', 'servicestatus']);

/** A form that was opened once stays mounted, so that it can close. */
function useForm() {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const show = () => {
    setOpen(true);
    setOpened(true);
  };
  return { open, opened, show, close: () => setOpen(false) };
}

/** The button with which staff announce an incident or maintenance. */
export function Announce() {
  const t = useTranslations('servicestatus');
  const form = useForm();
  return (
    <Can permission={STATUS_EDIT}>
      <Button type="primary" icon={<PlusOutlined />} onClick={form.show}>
        {t('announce')}
      </Button>
      {form.opened && (
        <Suspense>
          <IncidentForm open={form.open} onClose={form.close} />
        </Suspense>
      )}
    </Can>
  );
}

/** What staff do with an incident: add an update or end it, change it, delete it. */
export function IncidentActions({ incident }: { incident: Announcement }) {
  const t = useTranslations('servicestatus');
  const edit = useForm();
  const update = useForm();
  const remove = useApiMutation(
    () => request('delete', '/system/status/incident/{id}', { path: { id: incident.id } }),
    {
      changes: [STATUS, INCIDENT],
      quiet: true,
    },
  );
  return (
    <Can permission={STATUS_EDIT}>
      <span className={css.acts}>
        <Button size="small" onClick={update.show}>
          {t('addUpdate')}
        </Button>
        <Button size="small" onClick={edit.show}>
          {t('edit')}
        </Button>
        <ActionButton
          size="small"
          danger
          confirm={{ title: t('delTitle', { name: incident.title }), content: t('removeText') }}
          onAct={() => remove.mutateAsync()}
        >
          {t('del')}
        </ActionButton>
      </span>
      <Suspense>
        {edit.opened && <IncidentForm open={edit.open} id={incident.id} onClose={edit.close} />}
        {update.opened && <UpdateForm open={update.open} incident={incident} onClose={update.close} />}
      </Suspense>
    </Can>
  );
}
