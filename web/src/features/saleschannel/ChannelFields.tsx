import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import { LinkPicker } from '@/kit/input/LinkPicker';
import { DictSelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import { useSession } from '@/lib/session';
import { type Channel, type ChannelValues, LONGEST, PARAMS, PLATFORM } from './channel';

const { Field, useWatch } = formOf<ChannelValues>();

/** Whose a channel is: of an existing one, the customer that is chosen, or the user. Empty for the platform's. */
export function useOwner(row?: Channel) {
  const chosen = useWatch('customerId');
  const staff = usePermission()({ types: [1] });
  const me = useSession((s) => s.info?.userId) ?? '';
  if (row) return row.customerId === PLATFORM ? '' : row.customerId;
  return chosen || (staff ? '' : me);
}

/** The fields of a sales channel. Whose it is cannot be changed; it decides which owners and links are offered. */
export function ChannelFields({ row }: { row?: Channel }) {
  const t = useTranslations('saleschannel');
  const may = usePermission();
  const customerId = useOwner(row);
  const above = may({ types: [1, 11] });
  return (
    <>
      {!row && above && (
        <Field name="customerId" label={t('customerName')} extra={t('customerHint')}>
          <LovPicker keyword="customer" multiple={false} label={t('customerName')} />
        </Field>
      )}
      <Field name="name" label={t('name')} required>
        <Input autoComplete="off" maxLength={LONGEST.name} showCount />
      </Field>
      <Field name="kind" label={t('kind')} required>
        <DictSelect code="saleschannel_kind" />
      </Field>
      <Field name="ownerId" label={t('ownerName')} extra={t('ownerHint')}>
        <LovPicker
          keyword="channel_owner"
          multiple={false}
          label={t('ownerName')}
          params={above && customerId ? { customerId } : {}}
          rows={row?.ownerId ? [{ userId: row.ownerId, name: row.ownerName }] : []}
        />
      </Field>
      {may('shunt:link:page') && (
        <Field name="linkId" label={t('linkName')} extra={t('linkHint')}>
          <LinkPicker
            kind="number"
            label={t('linkName')}
            params={above ? { customerId: customerId || PLATFORM } : {}}
            rows={row?.linkId ? [{ id: row.linkId, name: row.linkName }] : []}
          />
        </Field>
      )}
      {PARAMS.map((name) => (
        <Field key={name} name={name} label={name}>
          <Input autoComplete="off" maxLength={LONGEST.param} />
        </Field>
      ))}
      <Field name="remark" label={t('remark')}>
        <Input.TextArea rows={2} maxLength={LONGEST.remark} showCount />
      </Field>
    </>
  );
}
