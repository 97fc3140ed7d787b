import { Form, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { formOf } from '@/kit/form/formOf';
import { useLimit } from '@/kit/useLimit';
import { LIMITS } from '@/lib/constants';

type Sampled = { ab?: { share?: number | null; waitMinutes?: number | null; choose?: 'auto' | 'hand' } };

const { NumberField } = formOf<Sampled>();

/** The sample of a trial, how long it waits, and who chooses. `children` are what decides. */
export function SampleFields({ values, children }: { values: Sampled; children?: ReactNode }) {
  const t = useTranslations('order.ab');
  const order = useTranslations('order');
  const least = useLimit('order.ab.least');
  const most = useLimit('order.ab.most');
  return (
    <>
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
      {children}
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
        <Segmented options={(['auto', 'hand'] as const).map((value) => ({ value, label: t(`chooses.${value}`) }))} />
      </Form.Item>
    </>
  );
}
