import { Form, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { useFormat } from '@/lib/format';
import css from './buildgroup.module.css';
import { type Maker, type Scale, sizesOf } from './group';
import type { GroupOrderValues } from './request';

const { NumberField } = formOf<GroupOrderValues>();

type Props = { values: GroupOrderValues; scale: Scale; maker: Maker };

/** Fields of the group size: one of the usual ranges, or any size that the provider supports. */
export function SizeFields({ values, scale, maker }: Props) {
  const t = useTranslations('buildgroup');
  const f = useFormat();
  const form = Form.useFormInstance<GroupOrderValues>();
  const ranges = sizesOf(scale, maker);
  const name = (r: { min: number; max: number }) => `${r.min}–${r.max}`;
  const chosen = ranges.find((r) => r.min === values.sizeMin && r.max === values.sizeMax);
  const choose = (of: string) => {
    const range = ranges.find((r) => name(r) === of);
    if (range) form.setFieldsValue({ sizeMin: range.min, sizeMax: range.max });
    void form.validateFields(['sizeMin', 'sizeMax']).catch(() => {}); // shown at the fields
  };
  const whole = {
    validator: (_: unknown, n?: number | null) =>
      n && Number.isInteger(n) && n >= maker.sizeMin && n <= maker.sizeMax
        ? Promise.resolve()
        : Promise.reject(new Error(t('sizeWrong', { min: maker.sizeMin, max: maker.sizeMax }))),
  };
  const order = {
    validator: (_: unknown, n?: number | null) =>
      n && values.sizeMin && n < values.sizeMin ? Promise.reject(new Error(t('sizeOrder'))) : Promise.resolve(),
  };
  return (
    <Form.Item label={t('size')} required extra={t('sizeHint', { n: f.count(scale.chargeMin) })}>
      <div className={css.sizes}>
        {ranges.length > 1 && (
          <Segmented
            aria-label={t('sizeRange')}
            options={ranges.map(name)}
            value={chosen ? name(chosen) : ''}
            onChange={choose}
          />
        )}
        <NumberField
          name="sizeMin"
          label={t('sizeMin')}
          noStyle
          rules={[whole]}
          input={{ prefix: t('least'), style: { width: 130 } }}
        />
        <NumberField
          name="sizeMax"
          label={t('sizeMax')}
          noStyle
          dependencies={['sizeMin']}
          rules={[whole, order]}
          input={{ prefix: t('most'), style: { width: 130 } }}
        />
      </div>
    </Form.Item>
  );
}
