import { Alert, Form } from 'antd';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/format';
import { TargetFields } from '@/ordering/TargetFields';
import { useRecipientCount } from '@/ordering/useAudienceCount';
import css from './buildgroup.module.css';
import { groupsOf, type Maker, type Scale, takenOf } from './group';
import { type GroupOrderValues, supportedValues } from './request';

const FILTERS = ['waFilter', 'activeDays'] as const;

type Props = { values: GroupOrderValues; scale: Scale; maker: Maker | undefined };

/** The second step: the members, and how many groups they make. */
export function MemberFields({ values, scale, maker }: Props) {
  return (
    <>
      <TargetFields values={values} fixed business="group" filters={FILTERS} />
      <Dealt values={values} scale={scale} maker={maker} />
    </>
  );
}

/**
 * Shows how the members are divided among groups, and warns about members without a place before the order is placed.
 */
function Dealt({ values, scale, maker }: Props) {
  const t = useTranslations('buildgroup');
  const f = useFormat();
  const members = useRecipientCount(values);
  const able = supportedValues(values, maker);
  const { sizeMin, sizeMax } = able;
  const staff = takenOf(able, maker);
  const groups = groupsOf(members, sizeMax ?? undefined, staff);
  if (members === undefined || groups === undefined) return <p className={css.dealt}>{t('dealtHint')}</p>;
  if (members > scale.audienceMax) {
    const facts = { n: f.count(members), max: f.count(scale.audienceMax) };
    const said = t('tooMany', facts);
    return (
      <Form.Item name="tooMany" help="" rules={[{ validator: () => Promise.reject(new Error(said)) }]}>
        <TooMany said={said} />
      </Form.Item>
    );
  }
  const each = Math.floor(members / groups) + staff;
  const facts = { n: f.count(members), groups, each: f.count(each), min: f.count(sizeMin) };
  return (
    <>
      <p className={css.dealt} aria-live="polite" data-testid="dealt">
        {t('dealt', facts)}
      </p>
      {each < (sizeMin ?? 0) && <Alert className={css.dealtNote} type="warning" showIcon title={t('tooFew', facts)} />}
    </>
  );
}

/** Why the step does not end: a field that is never right, so that it is found like any other. */
function TooMany({ id, said }: { id?: string; said: string }) {
  return (
    <div id={id}>
      <Alert className={css.dealtNote} type="error" showIcon title={said} />
    </div>
  );
}
