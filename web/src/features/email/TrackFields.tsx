import { Alert, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { useTracking } from '@/kit/useTracking';
import css from './email.module.css';
import type { EmailOrderValues } from './request';

const { Field } = formOf<EmailOrderValues>();

/** Whether loads and clicks are counted. Where nothing can count them, the switches are off and say why. What was chosen stays. */
export function TrackFields({ plain }: { plain: boolean }) {
  const t = useTranslations('email.track');
  const { on } = useTracking();
  const why = plain ? 'plain' : on ? undefined : 'off';
  const shown = (checked?: boolean) => ({ checked: !why && (checked ?? true) });
  return (
    <>
      {why && <Alert className={css.why} type="info" showIcon title={t(why)} description={t(`${why}Hint`)} />}
      {(['loads', 'clicks'] as const).map((what) => (
        <Field
          key={what}
          name={what === 'loads' ? 'trackLoads' : 'trackClicks'}
          label={t(what)}
          extra={why ? undefined : t(`${what}Hint`)}
          valuePropName="checked"
          getValueProps={shown}
        >
          <Switch aria-label={t(what)} disabled={why !== undefined} />
        </Field>
      ))}
    </>
  );
}
