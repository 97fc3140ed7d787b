import { useTranslations } from 'next-intl';
import { ActionButton } from '@/kit/action/ActionButton';
import { useApiMutation } from '@/lib/api/mutation';
import { type ApiRequest, request } from '@/lib/api/request';
import { useSearch } from '@/lib/router/navigate';
import { useApp } from '@/lib/toasts';
import { type Detail, TEMPLATE_LIST } from './template';

type Line = { ok: boolean; message?: string };

/** Actions of a template that its state allows. */
export function Actions({
  template,
  onGone,
  onRefuse,
}: {
  template: Detail;
  onGone: () => void;
  onRefuse: () => void;
}) {
  const t = useTranslations('template');
  const { message } = useApp();
  const { set } = useSearch();
  const act = useApiMutation((template: ApiRequest<unknown>) => template, { changes: [TEMPLATE_LIST] });
  const can = (action: string) => (template.actions ?? []).includes(action);
  /** Says that it is done, or why the one id was refused. */
  const done = async (sending: ApiRequest<unknown>, text: string) => {
    const answer = await act.mutateAsync(sending);
    const line = Array.isArray(answer) ? (answer[0] as Line | undefined) : undefined;
    if (line && !line.ok) message.warning(line.message ?? '');
    else message.success(text);
  };
  const ids = [template.id];
  // The approval names the version that is shown, so that a later change is not approved.
  const pass = () =>
    request('put', '/gc/template/review', { body: { ids, versions: { [template.id]: template.version }, pass: true } });
  return (
    <>
      {can('review') && (
        <>
          <ActionButton gate={{ permission: 'gc:template:review' }} danger onAct={onRefuse}>
            {t('refuse')}
          </ActionButton>
          <ActionButton
            type="primary"
            gate={{ permission: 'gc:template:review' }}
            confirm={{ title: t('approveTitle', { name: template.name }), content: t('approveText') }}
            onAct={() => done(pass(), t('approved'))}
          >
            {t('approve')}
          </ActionButton>
        </>
      )}
      {can('sync') && (
        <ActionButton
          gate={{ permission: 'gc:template:sync' }}
          onAct={() => done(request('put', '/gc/template/{id}/sync', { path: { id: template.id } }), t('synced'))}
        >
          {t('sync')}
        </ActionButton>
      )}
      {can('status') && (
        <ActionButton
          gate={{ permission: 'gc:template:status' }}
          confirm={
            template.enabled
              ? { title: t('disableTitle', { name: template.name }), content: t('disableText') }
              : undefined
          }
          onAct={() =>
            done(request('put', '/gc/template/status', { body: { ids, enabled: !template.enabled } }), t('switched'))
          }
        >
          {t(template.enabled ? 'disable' : 'enable')}
        </ActionButton>
      )}
      {can('edit') ? (
        <ActionButton gate={{ permission: 'gc:template:edit' }} onAct={() => set({ write: template.id })}>
          {t('edit')}
        </ActionButton>
      ) : (
        <ActionButton gate={{ permission: 'gc:template:add' }} onAct={() => set({ write: 'new', from: template.id })}>
          {t('copy')}
        </ActionButton>
      )}
      {can('del') && (
        <ActionButton
          gate={{ permission: 'gc:template:del' }}
          danger
          confirm={{ title: t('delTitle', { name: template.name }), content: t('delText') }}
          onAct={async () => {
            await done(request('delete', '/gc/template/{id}', { path: { id: template.id } }), t('deleted'));
            onGone();
          }}
        >
          {t('del')}
        </ActionButton>
      )}
    </>
  );
}
