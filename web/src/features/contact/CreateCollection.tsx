import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { CountrySelect, DictSelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { LIMITS } from '@/lib/constants';
import { type Collection, useMemberTexts } from './collection';

const { Field, useWatch } = formOf<CreateCollectionValues>();

type CreateCollectionValues = {
  customerId?: string;
  name: string;
  type: Collection['type'];
  countryCode: string;
  remark?: string;
};
type Props = { open: boolean; type: Collection['type']; onClose: () => void; onMade: (c: Collection) => void };

/** Form of a new collection, of a type at first; the import of its file follows. */
export function CreateCollection({ open, type, onClose, onMade }: Props) {
  const t = useTranslations('contact');
  const queries = useQueryClient();
  const may = usePermission();
  // Most customers write to people of their own country.
  const own = useQuery({ ...get('/pi/personal/info'), enabled: may({ types: [2, 3] }) }).data?.countryCode;
  return (
    <OverlayForm<CreateCollectionValues, { id: string }>
      open={open}
      title={t('create')}
      submit={t('save')}
      initial={{ type, ...(own && { countryCode: own }) }}
      send={({ customerId, name, type, countryCode, remark = '' }) =>
        request('post', '/aty/contactsgroup', {
          body: { name: name.trim(), type, countryCode, remark, ...(customerId ? { customerId } : {}) },
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
      <Field name="type" label={t('type')} extra={t('typeHint')} required>
        <DictSelect code="collection_type" />
      </Field>
      <Country />
      <Field name="remark" label={t('remark')}>
        <Input.TextArea rows={3} maxLength={LIMITS.remark} showCount />
      </Field>
    </OverlayForm>
  );
}

/** Country of a new collection: numbers must be of it, addresses need not. */
function Country() {
  const t = useTranslations('contact');
  const texts = useMemberTexts(useWatch('type'));
  return (
    <Field name="countryCode" label={t('countryCode')} extra={texts('countryHint')} required>
      <CountrySelect aria-label={t('countryCode')} />
    </Field>
  );
}
