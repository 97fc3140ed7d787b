import { useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { CountrySelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { LIMITS } from '@/lib/constants';
import type { Collection } from './collection';

const { Field } = formOf<CreateCollectionValues>();

type CreateCollectionValues = { customerId?: string; name: string; countryCode: string; remark?: string };
type Props = { open: boolean; onClose: () => void; onMade: (c: Collection) => void };

/** Form of a new collection; the import of its file follows. */
export function CreateCollection({ open, onClose, onMade }: Props) {
  const t = useTranslations('contact');
  const queries = useQueryClient();
  const may = usePermission();
  return (
    <OverlayForm<CreateCollectionValues, { id: string }>
      open={open}
      title={t('create')}
      submit={t('save')}
      send={({ customerId, name, countryCode, remark = '' }) =>
        request('post', '/aty/contactsgroup', {
          body: { name: name.trim(), countryCode, remark, ...(customerId ? { customerId } : {}) },
        })
      }
      changes={['/aty/contactsgroup/page']}
      done={null}
      onClose={onClose}
      onDone={async ({ id }) => onMade(await queries.fetchQuery(get('/aty/contactsgroup/{id}', { path: { id } })))}
    >
      {may({ types: [1, 11] }) && (
        <Field name="customerId" label={t('customerId')} extra={t('customerHint')} required>
          <LovPicker keyword="customer" multiple={false} label={t('customerId')} />
        </Field>
      )}
      <Field name="name" label={t('name')} required>
        <Input maxLength={LIMITS.collectionName} showCount autoComplete="off" />
      </Field>
      <Field name="countryCode" label={t('countryCode')} extra={t('countryHint')} required>
        <CountrySelect aria-label={t('countryCode')} />
      </Field>
      <Field name="remark" label={t('remark')}>
        <Input.TextArea rows={3} maxLength={LIMITS.remark} showCount />
      </Field>
    </OverlayForm>
  );
}
