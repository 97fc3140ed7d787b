import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { Fold } from '@/kit/form/Fold';
import { formOf } from '@/kit/form/formOf';
import { get } from '@/lib/api/query';
import { LIMITS } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { errorText } from '@/lib/notifier';
import { useOrderTexts } from './kind';
import css from './ordering.module.css';
import type { TargetValues } from './target';
import { useAudienceCount } from './useAudienceCount';
import { useSegment } from './useSegment';

const { NumberField } = formOf<TargetValues>();

export type FilterField = 'segment' | 'waFilter' | 'activeDays';

type Props = { values: TargetValues; offers: readonly FilterField[] };

/** The audience of a collection: all members, or those of a number segment or a screening result. */
export function AudienceFields({ values, offers }: Props) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const f = useFormat();
  const reached = useAudienceCount(values);
  const { rules, wrong } = useSegment(values);
  const refused = wrong ? t(`segmentWrong.${wrong}`, rules) : reached?.error ? errorText(reached.error) : undefined;
  return (
    <>
      <Fold title={t('compose.filters')} fields={offers}>
        {offers.includes('segment') && (
          <Form.Item
            name="segment"
            label={t('segment')}
            extra={
              <>
                {t('segmentHint', rules)} <OwnSegment used={values.segment} />
              </>
            }
            rules={[{ validator: () => (wrong ? Promise.reject(new Error(refused)) : Promise.resolve()) }]}
            validateStatus={refused ? 'error' : undefined}
            help={refused}
          >
            <Input maxLength={LIMITS.segmentText} autoComplete="off" inputMode="tel" />
          </Form.Item>
        )}
        {offers.includes('waFilter') && (
          <Form.Item name="waFilter" valuePropName="checked" style={{ marginBlockEnd: 8 }}>
            <Checkbox>{t('waFilter')}</Checkbox>
          </Form.Item>
        )}
        {offers.includes('activeDays') && (
          <NumberField
            name="activeDays"
            label={t('activeDays')}
            extra={t('activeDaysHint')}
            min={1}
            max={365}
            input={{ style: { width: 160 } }}
          />
        )}
      </Fold>
      {reached?.data && !refused && values.groupId && (
        <p className={css.reached} aria-live="polite" data-testid="audience">
          {own('reached', { n: f.count(reached.data.num), of: f.count(values.groupId.memberCount) })}
        </p>
      )}
    </>
  );
}

/** Fills the number segments that the user keeps in the profile. */
function OwnSegment({ used }: { used?: string }) {
  const t = useTranslations('order');
  const form = Form.useFormInstance<TargetValues>();
  const own = useQuery(get('/pi/personal/info')).data?.segment;
  if (!own || own === used) return null;
  const fill = () => {
    form.setFieldValue('segment', own);
    form.validateFields(['segment']).catch(() => undefined);
  };
  return (
    <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={fill}>
      {t('segmentOwn', { segment: own })}
    </Button>
  );
}
