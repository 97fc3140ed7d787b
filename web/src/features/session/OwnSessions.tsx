'use client';
import { useTranslations } from 'next-intl';
import { Panel } from '@/kit/page/Page';
import { SessionList } from './SessionList';
import css from './session.module.css';

/** Where the signed-in user is signed in; a part of its profile. */
export default function OwnSessions() {
  const t = useTranslations('session');
  return (
    <Panel title={t('own')}>
      <p className={css.note}>{t('ownText')}</p>
      <SessionList prefix="session_" />
    </Panel>
  );
}
