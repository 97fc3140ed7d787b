import { Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { useNoticesChoice } from '@/lib/realtime/inboxNotices';
import { useApp } from '@/lib/toasts';
import css from './inbox.module.css';

/** Turns desktop notifications of new messages on or off, for this user in this browser. */
export function NoticesSwitch() {
  const t = useTranslations('conversation');
  const { message } = useApp();
  const { supported, on, choose } = useNoticesChoice();
  if (!supported) return null;
  const change = async (next: boolean) => {
    if (!(await choose(next))) message.warning(t('noticesBlocked'));
  };
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: antd's switch is the control
    <label className={css.notices}>
      <Switch size="small" checked={on} onChange={change} aria-label={t('notices')} /> {t('notices')}
    </label>
  );
}
