import { Modal } from 'antd';
import { Command } from 'cmdk';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { TOP_UP_ACCESS } from '@/kit/access/topUp';
import { LOCALE_NAMES, LOCALES, type Locale } from '@/lib/i18n/locales';
import { useOverlay } from '@/lib/overlay';
import { label, pageAt } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { navigate } from '@/lib/router/navigate';
import { openNode } from '@/lib/router/open';
import { useMenu } from '@/lib/router/useMenu';
import { usePrefs } from '@/lib/theme/prefs';
import ui from '@/ui/ui.module.css';
import { CREATE } from './actions';
import { FOUND, fits } from './fits';
import css from './palette.module.css';
import { useFound } from './useFound';

const WIDTH = 640;

type Leaf = { node: MenuNode; within: string[] };

function leaves(nodes: MenuNode[], locale: Locale, within: string[] = []): Leaf[] {
  return nodes.flatMap((node) =>
    node.hidden
      ? []
      : node.type === 0
        ? leaves(node.children ?? [], locale, [...within, label(node, locale)])
        : [{ node, within }],
  );
}

type Props = { open: boolean; onClose: () => void };

/** Finds pages, actions, and rows of the user's lists by a text. */
export default function Palette({ open, onClose }: Props) {
  const t = useTranslations('palette');
  const field = useRef<HTMLInputElement>(null);
  // The text ends with the search: the window may be opened again while it still fades.
  const [text, setText] = useState('');
  const leave = () => {
    setText('');
    onClose();
  };
  return (
    <Modal
      open={open}
      onCancel={leave}
      afterOpenChange={(shown) => shown && field.current?.focus()}
      footer={null}
      closable={false}
      width={WIDTH}
      destroyOnHidden
      title={t('title')}
      classNames={{ wrapper: css.place, header: ui.onlyRead }}
      styles={{ container: { padding: 0, overflow: 'hidden' } }}
    >
      <Finder field={field} text={text} onText={setText} onClose={leave} />
    </Modal>
  );
}

type FinderProps = {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
};

function Finder({ field, text, onText, onClose }: FinderProps) {
  const t = useTranslations('palette');
  const common = useTranslations('common');
  const locale = useLocale();
  const menu = useMenu();
  const { groups, busy, failed } = useFound(menu, text);
  const act = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Command label={t('title')} filter={fits} loop className={css.command}>
      <Command.Input
        ref={field}
        autoFocus
        value={text}
        onValueChange={onText}
        placeholder={t('ask')}
        className={css.input}
      />
      <Command.List className={css.list} label={t('found')}>
        <Command.Empty className={css.empty}>{t(busy ? 'searching' : 'nothing')}</Command.Empty>
        {failed && !busy && (
          <p role="status" className={css.empty}>
            {t('partly')}
          </p>
        )}
        <Actions act={act} menu={menu} />
        {groups.map(({ page, rows }) => (
          <Command.Group key={page.id} heading={label(page, locale)}>
            {rows.map((row) => (
              <Item
                key={row.id}
                value={`${FOUND}${page.id}:${row.id}`}
                onSelect={act(() => navigate(row.href))}
                note={row.note}
              >
                {row.name}
              </Item>
            ))}
          </Command.Group>
        ))}
        <Command.Group heading={t('pages')}>
          {leaves(menu, locale).map(({ node, within }) => (
            <Item
              key={node.id}
              value={`page:${node.id}`}
              keywords={[label(node, locale), ...within, ...Object.values(node.languages ?? {}), node.path]}
              onSelect={act(() => openNode(node))}
              note={within.join(' / ')}
            >
              {label(node, locale)}
            </Item>
          ))}
        </Command.Group>
      </Command.List>
      <p className={css.hint} aria-hidden>
        <kbd>↑↓</kbd> {t('choose')} <kbd>↵</kbd> {t('open')} <kbd>{'Esc'}</kbd> {common('close')}
      </p>
    </Command>
  );
}

type Act = (run: () => void) => () => void;

/** What the user may begin or switch from everywhere. */
function Actions({ act, menu }: { act: Act; menu: MenuNode[] }) {
  const t = useTranslations('palette');
  const common = useTranslations('common');
  const may = usePermission();
  const show = useOverlay((s) => s.open);
  const { dark, locale, set } = usePrefs();
  return (
    <Command.Group heading={t('actions')}>
      {CREATE.filter(({ page, permission }) => pageAt(menu, page) && may({ permission })).map(({ word, page }) => (
        <Item key={word} value={word} keywords={[t(word)]} onSelect={act(() => navigate(`${page}?create=1`))}>
          {t(word)}
        </Item>
      ))}
      {may(TOP_UP_ACCESS) && (
        <Item value="topUp" keywords={[common('topUp')]} onSelect={act(() => show('topUp'))}>
          {common('topUp')}
        </Item>
      )}
      <Item value="dark" keywords={[t(dark ? 'light' : 'dark')]} onSelect={act(() => set({ dark: !dark }))}>
        {t(dark ? 'light' : 'dark')}
      </Item>
      <Item value="settings" keywords={[t('settings')]} onSelect={act(() => show('settings'))}>
        {t('settings')}
      </Item>
      <Item value="keys" keywords={[t('keys')]} onSelect={act(() => show('shortcuts'))} keys="?">
        {t('keys')}
      </Item>
      {LOCALES.filter((l) => l !== locale).map((l) => (
        <Item key={l} value={`language:${l}`} keywords={[LOCALE_NAMES[l], l]} onSelect={act(() => set({ locale: l }))}>
          <span lang={l}>{LOCALE_NAMES[l]}</span>
        </Item>
      ))}
    </Command.Group>
  );
}

type ItemProps = {
  value: string;
  keywords?: string[];
  onSelect: () => void;
  note?: string;
  keys?: string;
  children: ReactNode;
};

function Item({ note, keys, children, ...item }: ItemProps) {
  return (
    <Command.Item className={css.item} {...item}>
      <span className={css.name}>{children}</span>
      {note && <small className={css.note}>{note}</small>}
      {keys && <kbd>{keys}</kbd>}
    </Command.Item>
  );
}
