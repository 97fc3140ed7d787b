import { Form, Segmented, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { SampleFields } from '@/ordering/SampleFields';
import type { Choice } from './channel';
import { MessageFields } from './MessageFields';
import css from './order.module.css';
import { type BulkOrderValues, secondOf } from './request';

/** A second message that is tried beside the first on a sample, before one of them goes to the rest. */
export function TrialFields({
  values,
  by,
  columns,
}: {
  values: BulkOrderValues;
  by?: Choice;
  columns: readonly string[];
}) {
  const t = useTranslations('order.ab');
  const on = values.ab?.on ?? false;
  const measures = (['delivered', 'read', 'replied'] as const).filter(
    (m) => !by || m === 'delivered' || (m === 'read' ? by.readReceipts : by.twoWay),
  );
  return (
    <>
      <Form.Item name={['ab', 'on']} label={t('on')} extra={t('hint')} valuePropName="checked">
        <Switch aria-label={t('on')} />
      </Form.Item>
      {on && (
        <fieldset className={css.trial}>
          <legend>{t('b')}</legend>
          <Form.Item noStyle name={['ab', 'message', 'type']} initialValue={values.message?.type ?? 'text'} hidden>
            <span />
          </Form.Item>
          <MessageFields values={secondOf(values)} by={by} at={['ab', 'message']} columns={columns} />
          <SampleFields values={values}>
            <Form.Item name={['ab', 'by']} label={t('by')} initialValue={measures.at(1) ?? 'delivered'} required>
              <Segmented options={measures.map((value) => ({ value, label: t(`rates.${value}`) }))} />
            </Form.Item>
          </SampleFields>
        </fieldset>
      )}
    </>
  );
}
