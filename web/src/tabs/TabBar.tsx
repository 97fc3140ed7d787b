import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useLocale, useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useApp } from '@/kit/light/app';
import { label, type MenuNode } from '@/router/menu';
import { hrefOf, navigate } from '@/router/navigate';
import type { Closing } from './rules';
import css from './tabs.module.css';
import type { TabList } from './useTabs';

/** The open pages. Arrow keys walk along them, Delete closes one, the context menu closes its neighbours. */
export function TabBar({ tabs }: { tabs: TabList }) {
  const t = useTranslations('tabs');
  const { message } = useApp();
  const bar = useRef<HTMLUListElement>(null);
  const { active } = tabs;
  useEffect(() => {
    const tab = active && bar.current?.querySelector('[aria-current]')?.closest('li');
    if (tab) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);

  const close = (at: string, what: Closing) => {
    const refusal = tabs.close(at, what);
    if (refusal) message.info({ key: 'tabs', content: t(refusal) });
  };
  const items = (path: string): MenuProps['items'] =>
    (['reload', 'one', 'left', 'right', 'others'] as const).map((what) => ({
      key: what,
      label: t(`close.${what}`),
      onClick: ({ domEvent }) => {
        domEvent.stopPropagation();
        if (what === 'reload') tabs.reload(path);
        else close(path, what);
      },
    }));
  const keys = (e: KeyboardEvent<HTMLUListElement>) => {
    const links = [...(bar.current?.querySelectorAll<HTMLAnchorElement>('a') ?? [])];
    const i = links.indexOf(e.target as HTMLAnchorElement);
    if (i < 0) return;
    const to = { ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: links.length - 1 }[e.key];
    if (to !== undefined) {
      e.preventDefault();
      links[(to + links.length) % links.length]?.focus();
    } else if (e.key === 'Delete' || e.key === 'Backspace') {
      e.preventDefault();
      const next = links[i + 1] ?? links[i - 1];
      close(tabs.nodes[i]?.path ?? '', 'one');
      next?.focus();
    } else if (e.key === ' ') {
      e.preventDefault();
      links[i]?.click();
    }
  };
  return (
    <nav className={css.bar} aria-label={t('open')}>
      <ul ref={bar} className={css.list} onKeyDown={keys}>
        {tabs.nodes.map((node) => (
          <Tab
            key={node.path}
            node={node}
            active={node.path === active}
            items={items(node.path)}
            onClose={() => close(node.path, 'one')}
          />
        ))}
      </ul>
      {active && (
        <Dropdown trigger={['click']} menu={{ items: items(active) }}>
          <Button type="text" size="small" icon={<DownOutlined />} aria-label={t('actions')} />
        </Dropdown>
      )}
    </nav>
  );
}

type TabProps = { node: MenuNode; active: boolean; items: MenuProps['items']; onClose: () => void };

function Tab({ node, active, items, onClose }: TabProps) {
  const t = useTranslations('tabs');
  const title = label(node, useLocale());
  return (
    <Dropdown trigger={['contextMenu']} menu={{ items }}>
      <li className={css.tab} data-active={active}>
        <a
          href={hrefOf(node.path)}
          aria-current={active ? 'page' : undefined}
          aria-keyshortcuts="Delete"
          tabIndex={active ? 0 : -1}
          draggable={false}
          onAuxClick={(e) => {
            if (e.button !== 1) return;
            e.preventDefault();
            onClose();
          }}
          onClick={(e) => {
            if (e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
            e.preventDefault();
            navigate(hrefOf(node.path));
          }}
        >
          {title}
        </a>
        <button type="button" tabIndex={-1} aria-label={t('closeTab', { title })} onClick={onClose}>
          <CloseOutlined aria-hidden />
        </button>
      </li>
    </Dropdown>
  );
}
