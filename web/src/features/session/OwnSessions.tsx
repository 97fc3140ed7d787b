'use client';
import { useTranslations } from 'next-intl';
import { Panel } from '@/kit/page/Page';
import { SessionList } from './SessionList';
import css from './session.module.css';

/** Shows the sessions of the signed-in user; a part of its profile. */
export default function OwnSessions() {
  const t = useTranslations('session');
  return (
    <Panel title={t('own')}>
      <p className={css.note}>{t('ownText')}</p>
      <SessionList prefix="session_" />
    </Panel>
  );
}
