import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { Fold } from '@/kit/form/Fold';
import { formOf } from '@/kit/form/formOf';
import { useLimit } from '@/kit/useLimit';
import { LIMITS } from '@/lib/constants';
import { DeadlineField } from '@/ordering/DeadlineField';
import type { BulkOrderValues } from './request';

const { NumberField } = formOf<BulkOrderValues>();
const FIELDS = ['deadline', 'split', 'remark'];

/** Fields that few orders need: a deadline, sub-orders, a remark. */
export function MoreFields({ values }: { values: BulkOrderValues }) {
  const t = useTranslations('order');
  const most = useLimit('order.split.max');
  return (
    <Fold title={t('compose.more')} fields={FIELDS}>
      <DeadlineField when={values.when} startTime={values.startTime} />
      {!values.ab?.on && (
        <NumberField
          name="split"
          label={t('split')}
          extra={t('splitHint', { n: most })}
          min={1}
          max={most}
          input={{ style: { width: 160 } }}
        />
      )}
      <Form.Item name="remark" label={t('remark')}>
        <Input maxLength={LIMITS.remark} autoComplete="off" />
      </Form.Item>
    </Fold>
  );
}
