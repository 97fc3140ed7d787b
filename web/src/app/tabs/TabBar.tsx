import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useLocale, useTranslations } from 'next-intl';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { label } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { hrefOf, navigate } from '@/lib/router/navigate';
import { useApp } from '@/lib/toasts';
import { Dropdown } from '@/ui/Dropdown';
import { type MenuItem, MenuLayer } from '@/ui/Menu';
import { afterPaint } from '@/ui/paint';
import type { Closing } from './rules';
import css from './tabs.module.css';
import type { TabList } from './useTabs';

type Point = { left: number; top: number; width: number; height: number };
const pointOf = ({ left, top, width, height }: DOMRect): Point => ({ left, top, width, height });

/** The open pages. Arrow keys walk along them, Delete closes one, the context menu closes its neighbours. */
export function TabBar({ tabs }: { tabs: TabList }) {
  const t = useTranslations('tabs');
  const { message } = useApp();
  const bar = useRef<HTMLUListElement>(null);
  const point = useRef<HTMLSpanElement>(null);
  const { active } = tabs;
  const [asked, setAsked] = useState<{ path: string; at: Point; byKey: boolean } | null>(null);
  const ask = (path: string) => (e: MouseEvent) => {
    e.preventDefault();
    // The key of the keyboard asks without a place of its own.
    const byKey = e.button !== 2;
    const at = byKey
      ? pointOf(e.currentTarget.getBoundingClientRect())
      : { left: e.clientX, top: e.clientY, width: 0, height: 0 };
    const show = () => setAsked({ path, at, byKey });
    // The browser closes a menu that is open when the button of the mouse is released.
    if (e.buttons === 0) show();
    else window.addEventListener('pointerup', () => setTimeout(show), { once: true });
  };
  useEffect(() => {
    const tab = active && bar.current?.querySelector('[aria-current]')?.closest('li');
    return tab ? afterPaint(() => tab.scrollIntoView({ block: 'nearest', inline: 'nearest' })) : undefined;
  }, [active]);

  const close = (at: string, what: Closing) => {
    const refusal = tabs.close(at, what);
    if (refusal) message.info({ key: `tabs ${refusal}`, content: t(refusal) });
  };
  const items = (path: string): MenuItem[] =>
    (['reload', 'one', 'left', 'right', 'others'] as const).map((what) => ({
      key: what,
      label: t(`close.${what}`),
      onClick: () => (what === 'reload' ? tabs.reload(path) : close(path, what)),
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
        {tabs.nodes.map((node, i) => (
          <Tab
            key={node.path}
            node={node}
            active={node.path === active}
            stop={node.path === active || (i === 0 && !tabs.nodes.some((n) => n.path === active))}
            onAsk={ask(node.path)}
            onClose={() => close(node.path, 'one')}
          />
        ))}
      </ul>
      {active && (
        <Dropdown menu={{ items: items(active) }} placement="bottomRight">
          <Button type="text" size="small" icon={<DownOutlined />} aria-label={t('actions')} />
        </Dropdown>
      )}
      <span ref={point} className={css.point} style={asked?.at} aria-hidden />
      <MenuLayer
        open={asked !== null}
        onOpenChange={(open) => open || setAsked(null)}
        anchor={() => point.current}
        placement="bottomLeft"
        label={t('actions')}
        menu={{ items: asked ? items(asked.path) : [] }}
        isByKey={() => asked?.byKey ?? false}
      />
    </nav>
  );
}

type TabProps = { node: MenuNode; active: boolean; stop: boolean; onAsk: (e: MouseEvent) => void; onClose: () => void };

function Tab({ node, active, stop, onAsk, onClose }: TabProps) {
  const t = useTranslations('tabs');
  const title = label(node, useLocale());
  return (
    <li className={css.tab} data-active={active} onContextMenu={onAsk}>
      <a
        href={hrefOf(node.path)}
        aria-current={active ? 'page' : undefined}
        aria-keyshortcuts="Delete"
        tabIndex={stop ? 0 : -1}
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
  );
}
