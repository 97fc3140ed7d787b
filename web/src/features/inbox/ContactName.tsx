import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { CONVERSATION_LIST, type Detail } from './inbox';

type NameValues = { name?: string };
const { Field } = formOf<NameValues>();

type Props = { conversation: Detail; open: boolean; onClose: () => void };

/** Form of a contact's name. An empty one restores the name of the contact list or of the profile. */
export function ContactName({ conversation, open, onClose }: Props) {
  const t = useTranslations('conversation');
  const f = useFormat();
  return (
    <OverlayForm<NameValues>
      in="modal"
      open={open}
      title={t('nameOf', { number: f.number(conversation.phoneNumber) })}
      initial={{ name: conversation.name }}
      send={({ name = '' }) =>
        request('put', '/gc/inbox/{id}/contact', { path: { id: conversation.id }, body: { name: name.trim() } })
      }
      changes={[CONVERSATION_LIST]}
      done={t('saved')}
      onClose={onClose}
    >
      <Field name="name" label={t('contactName')} extra={t('nameHint')}>
        <Input autoComplete="off" maxLength={100} />
      </Field>
    </OverlayForm>
  );
}
