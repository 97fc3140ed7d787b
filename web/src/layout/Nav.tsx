import { Menu, type MenuProps } from 'antd';
import { useLocale } from 'next-intl';
import type { Locale } from '@/i18n/locales';
import { label, type MenuNode } from '@/router/menu';
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

/** The menu tree. Links of type 3 open in a new tab. */
export function Nav({ menu, trail, onLeave }: { menu: MenuNode[]; trail: MenuNode[]; onLeave?: () => void }) {
  const locale = useLocale();
  const go: MenuProps['onClick'] = ({ key }) => {
    if (/^https?:/.test(key)) window.open(key, '_blank', 'noopener');
    else navigate(hrefOf(key));
    onLeave?.();
  };
  return (
    <Menu
      theme="dark"
      mode="inline"
      inlineIndent={14}
      items={itemsOf(menu, locale)}
      selectedKeys={trail.map((n) => n.path)}
      defaultOpenKeys={menu.filter((n) => n.type === 0).map((n) => n.path)}
      onClick={go}
      style={{ borderInlineEnd: 0 }}
    />
  );
}
