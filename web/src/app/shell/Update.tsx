import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { BUILD_CHECK } from '@/lib/constants';
import { browserPage, lookForUpdate, useUpdate } from '@/lib/router/chunk';
import css from './errors.module.css';

/** Offers a newer build when there is one. Nothing reloads before the user agrees. */
export function Update() {
  const t = useTranslations('errors');
  const offered = useUpdate((s) => s.offered);
  useEffect(() => {
    let last = Date.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < BUILD_CHECK) return;
      last = Date.now();
      void lookForUpdate().catch(() => {});
    };
    const timer = setInterval(look, BUILD_CHECK);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  if (!offered) return null;
  return (
    <section role="status" className={css.update}>
      {t('outdated')}
      <Button type="primary" size="small" onClick={browserPage.reloadPage}>
        {t('reload')}
      </Button>
      <Button type="text" size="small" onClick={() => useUpdate.setState({ offered: false })}>
        {t('later')}
      </Button>
    </section>
  );
}
