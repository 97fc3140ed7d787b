import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { get } from '@/lib/api/query';
import { useOverlay } from '@/lib/overlay';
import { label, pageAt, pageOf } from '@/lib/router/menu';
import { navigate, usePath } from '@/lib/router/navigate';
import { ROUTE } from '@/lib/router/routes';
import { useMenu } from '@/lib/router/useMenu';
import { contactLink } from './contact';
import css from './help.module.css';
import { HELP } from './topics';

/** What the visible page says of itself below its title. */
const ownNote = () =>
  [...document.querySelectorAll<HTMLElement>('#content [data-page-note]')].find((e) => e.checkVisibility())
    ?.textContent ?? '';

/** The help of the page that is open: what it is for, how it works, where to go on, and how to reach support. */
export default function HelpDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('help');
  return (
    <Drawer open={open} onClose={onClose} size={380} title={t('title')}>
      {open && <Content onClose={onClose} />}
    </Drawer>
  );
}

function Content({ onClose }: { onClose: () => void }) {
  const t = useTranslations('help');
  const locale = useLocale();
  const may = usePermission();
  const menu = useMenu();
  const path = usePath();
  const show = useOverlay((s) => s.open);
  const [note] = useState(ownNote);
  const page = pageAt(menu, path);
  const help = HELP[page?.uri ?? ''];
  const related = (help?.related ?? []).flatMap((uri) => pageOf(menu, uri) ?? []);
  const follow = (to: string) => {
    onClose();
    navigate(to);
  };
  return (
    <>
      {page && <h2 className={css.page}>{label(page, locale)}</h2>}
      {note && <p>{note}</p>}
      {help?.topics
        .filter(({ gate }) => !gate || may(gate))
        .map(({ topic }) => (
          <Part key={topic} title={topic === 'review' ? t('review') : t('steps')}>
            <ol>
              {(['first', 'then', 'last'] as const).map((step) => (
                <li key={step}>{t(`topics.${topic}.${step}`)}</li>
              ))}
            </ol>
          </Part>
        ))}
      {related.length > 0 && (
        <Part title={t('related')}>
          <ul>
            {related.map((node) => (
              <li key={node.id}>
                <Button type="link" onClick={() => follow(node.path)}>
                  {label(node, locale)}
                </Button>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t('more')}>
        <Button onClick={() => show('shortcuts')}>{t('keys')}</Button>{' '}
        <Button onClick={() => follow(ROUTE.status)}>{t('status')}</Button>
      </Part>
      <Contact />
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.part} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** How to reach support, as the setting says; nothing when it is empty. */
function Contact() {
  const t = useTranslations('help');
  const setting = useQuery({ ...get('/lop/system/config/{key}', { path: { key: 'support.contact' } }), retry: false });
  const text = String(setting.data?.value ?? '').trim();
  const to = contactLink(text);
  if (!text) return null;
  return (
    <Part title={t('contact')}>
      {to ? (
        <a href={to} rel="noopener noreferrer" target={to.startsWith('https:') ? '_blank' : undefined}>
          {text}
        </a>
      ) : (
        <span>{text}</span>
      )}
    </Part>
  );
}
