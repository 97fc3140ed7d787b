import { Menu, type MenuProps } from 'antd';
import { useLocale } from 'next-intl';
import { useState } from 'react';
import type { Locale } from '@/i18n/locales';
import { externalOf, label, type MenuNode, pageAt } from '@/router/menu';
import { hrefOf, navigate } from '@/router/navigate';
import { iconOf } from './icons';

type Items = NonNullable<MenuProps['items']>;

function itemsOf(nodes: MenuNode[], locale: Locale): Items {
  return nodes
    .filter((n) => !n.hidden)
    .map((n) => ({
      key: n.path,
      icon: iconOf(n.icon),
      label: label(n, locale),
      children: n.type === 0 ? itemsOf(n.children ?? [], locale) : undefined,
    }));
}

const groups = (menu: MenuNode[]) => menu.filter((n) => n.type === 0).map((n) => n.path);

type Props = {
  menu: MenuNode[];
  trail: MenuNode[];
  theme: 'dark' | 'light';
  mode: 'inline' | 'horizontal';
  collapsed?: boolean;
  onLeave?: () => void;
};

/** The menu tree. Links of type 3 open in a new tab. */
export function Nav({ menu, trail, theme, mode, collapsed = false, onLeave }: Props) {
  const locale = useLocale();
  const [open, setOpen] = useState(() => groups(menu));
  // Groups that the menu gains are open, as those were that it began with.
  const [known, setKnown] = useState(menu);
  if (known !== menu) {
    setKnown(menu);
    const before = new Set(groups(known));
    setOpen([...open, ...groups(menu).filter((g) => !before.has(g))]);
  }
  const go: MenuProps['onClick'] = ({ key }) => {
    const node = pageAt(menu, key);
    const external = node?.targetType === 3 ? externalOf(node) : undefined;
    if (external) window.open(external, '_blank', 'noopener,noreferrer');
    else navigate(hrefOf(key));
    onLeave?.();
  };
  const inline = mode === 'inline' && !collapsed;
  return (
    <Menu
      theme={theme}
      mode={mode}
      inlineIndent={14}
      inlineCollapsed={mode === 'inline' ? collapsed : undefined}
      items={itemsOf(menu, locale)}
      selectedKeys={trail.map((n) => n.path)}
      {...(inline ? { openKeys: open, onOpenChange: setOpen } : {})}
      onClick={go}
      style={{ borderInlineEnd: 0, borderBlockEnd: 0, background: 'transparent', flex: 1, minWidth: 0 }}
    />
  );
}
