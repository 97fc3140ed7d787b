import { Menu, type MenuProps } from 'antd';
import { useLocale } from 'next-intl';
import { useState } from 'react';
import type { Locale } from '@/i18n/locales';
import { externalOf, label, type MenuNode, nodeOf } from '@/router/menu';
import { forget, navigate } from '@/router/navigate';
import { iconOf } from './icons';

type Items = NonNullable<MenuProps['items']>;

/** A page has a real address, for a new tab and for copying; the plain click is taken by the menu. */
function Entry({ node, text }: { node: MenuNode; text: string }) {
  const external = node.targetType === 3 ? externalOf(node) : undefined;
  const href = external ?? node.path;
  if (!href) return text;
  return (
    <a href={href} tabIndex={-1} {...(external ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
      {text}
    </a>
  );
}

function itemsOf(nodes: MenuNode[], locale: Locale): Items {
  return nodes
    .filter((n) => !n.hidden)
    .map((n) => {
      const text = label(n, locale);
      return {
        key: n.id,
        title: text,
        icon: iconOf(n.icon),
        label: n.type === 0 ? text : <Entry node={n} text={text} />,
        children: n.type === 0 ? itemsOf(n.children ?? [], locale) : undefined,
      };
    });
}

const groups = (menu: MenuNode[]) => menu.filter((n) => n.type === 0).map((n) => n.id);

type Props = {
  menu: MenuNode[];
  trail: MenuNode[];
  theme: 'dark' | 'light';
  mode: 'inline' | 'horizontal';
  collapsed?: boolean;
  onLeave?: () => void;
};

/** The menu tree. An entry opens its page at the list (decisions §13); links of type 3 open in a new tab. */
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
  const go: MenuProps['onClick'] = ({ key, domEvent: e }) => {
    if (e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    const node = nodeOf(menu, key);
    const external = node?.targetType === 3 ? externalOf(node) : undefined;
    e.preventDefault();
    if (external) window.open(external, '_blank', 'noopener,noreferrer');
    else if (node?.path) {
      forget(node.path);
      navigate(node.path);
    }
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
      selectedKeys={trail.map((n) => n.id)}
      {...(inline ? { openKeys: open, onOpenChange: setOpen } : {})}
      onClick={go}
      style={{ borderInlineEnd: 0, borderBlockEnd: 0, background: 'transparent', flex: 1, minWidth: 0 }}
    />
  );
}
