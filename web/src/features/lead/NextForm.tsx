import type { Dayjs } from 'dayjs';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { DateTimeInput } from '@/kit/input/dates';
import { request } from '@/lib/api/request';
import { type Detail, instant, LEAD, LEADS, shownAt } from './lead';

type NextValues = { nextTime?: Dayjs | null };
const { Field } = formOf<NextValues>();

/** Sets when a lead is to be contacted next; an empty field takes the date away. */
export function NextForm({ lead, open, onClose }: { lead: Detail; open: boolean; onClose: () => void }) {
  const t = useTranslations('lead');
  return (
    <OverlayForm<NextValues>
      in="modal"
      open={open}
      title={t('setNext')}
      initial={{ nextTime: shownAt(lead.nextTime) }}
      send={({ nextTime }) =>
        request('put', '/channel/lead/{id}/next', { path: { id: lead.id }, body: { nextTime: instant(nextTime) } })
      }
      changes={[LEAD, LEADS]}
      onClose={onClose}
    >
      <Field name="nextTime" label={t('nextTime')} extra={t('nextHint')}>
        <DateTimeInput style={{ width: '100%' }} />
      </Field>
    </OverlayForm>
  );
}
