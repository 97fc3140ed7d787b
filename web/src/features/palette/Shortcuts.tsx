import { Modal } from 'antd';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { label, pageAt } from '@/lib/router/menu';
import { useMenu } from '@/lib/router/useMenu';
import { PLACES } from './actions';
import css from './palette.module.css';

/** All keyboard shortcuts of the user. */
export default function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('palette');
  const locale = useLocale();
  const menu = useMenu();
  const places = PLACES.flatMap(({ keys, page }) => {
    const node = pageAt(menu, page);
    return node ? [{ keys, text: label(node, locale) }] : [];
  });
  return (
    <Modal open={open} onCancel={onClose} footer={null} title={t('keys')} width={480}>
      <Keys
        title={t('everywhere')}
        lines={[
          { keys: `${MOD} k`, text: t('title') },
          { keys: '/', text: t('search') },
          { keys: 'n', text: t('create') },
          { keys: '[', text: t('fold') },
          { keys: '?', text: t('keys') },
        ]}
      />
      <Keys title={t('goTo')} lines={places} />
    </Modal>
  );
}

const MOD = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform) ? '⌘' : 'Ctrl';

function Keys({ title, lines }: { title: string; lines: { keys: string; text: ReactNode }[] }) {
  return (
    <section className={css.keys} aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {lines.map(({ keys, text }) => (
          <div key={keys}>
            <dt>{text}</dt>
            <dd>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
