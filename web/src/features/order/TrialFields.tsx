import { Form, Segmented, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { useLimit } from '@/kit/useLimit';
import { LIMITS } from '@/lib/constants';
import type { Choice } from './channel';
import { MessageFields } from './MessageFields';
import css from './order.module.css';
import { type BulkOrderValues, secondOf } from './request';

const { NumberField } = formOf<BulkOrderValues>();

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
  const order = useTranslations('order');
  const least = useLimit('order.ab.least');
  const most = useLimit('order.ab.most');
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
          <NumberField
            name={['ab', 'share']}
            label={t('share')}
            extra={t('shareHint')}
            initialValue={20}
            required
            missing={order('missing', { field: t('share') })}
            percent
            min={LIMITS.abShare.least}
            max={LIMITS.abShare.most}
            input={{ suffix: '%', style: { width: 160 } }}
          />
          <Form.Item name={['ab', 'by']} label={t('by')} initialValue={measures.at(1) ?? 'delivered'} required>
            <Segmented options={measures.map((value) => ({ value, label: t(`rates.${value}`) }))} />
          </Form.Item>
          <NumberField
            name={['ab', 'waitMinutes']}
            label={t('wait')}
            extra={t('waitHint', { least, most })}
            initialValue={60}
            required
            missing={order('missing', { field: t('wait') })}
            min={least}
            max={most}
            input={{ style: { width: 160 } }}
          />
          <Form.Item
            name={['ab', 'choose']}
            label={t('choose')}
            initialValue="auto"
            extra={t(values.ab?.choose === 'hand' ? 'handHint' : 'autoHint')}
            required
          >
            <Segmented
              options={(['auto', 'hand'] as const).map((value) => ({ value, label: t(`chooses.${value}`) }))}
            />
          </Form.Item>
        </fieldset>
      )}
    </>
  );
}
