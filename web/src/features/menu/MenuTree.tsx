import { Tree } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { DictLook } from '@/kit/dict/DictTag';
import css from './menu.module.css';
import { dropped, flat, type Node, type Order } from './tree';

type Props = {
  nodes: Node[];
  chosen: string | null;
  onChoose: (id: string) => void;
  onArrange: (order: Order | undefined) => void;
};

type Item = { key: string; title: React.ReactNode; children: Item[] };

/** The menu to choose from and to drag into order; the buttons of a chosen node do the same by keyboard. */
export function MenuTree({ nodes, chosen, onChoose, onArrange }: Props) {
  const t = useTranslations('menuAdmin');
  const may = usePermission();
  const item = (n: Node): Item => ({
    key: n.id,
    title: (
      <span className={css.node} data-hidden={n.hidden}>
        {n.title} {n.hidden && <DictLook tagColor="default" text={t('hidden')} />}
        {!n.builtIn && <DictLook tagColor="blue" text={t('own')} />}
      </span>
    ),
    children: ((n.children as Node[] | null) ?? []).map(item),
  });
  return (
    <Tree<Item>
      blockNode
      draggable={may({ permission: 'system:menu:edit' }) && { icon: false }}
      defaultExpandedKeys={flat(nodes).map((n) => n.id)}
      selectedKeys={chosen ? [chosen] : []}
      treeData={nodes.map(item)}
      onSelect={([key]) => key !== undefined && onChoose(String(key))}
      onDrop={({ node, dragNode, dropToGap, dropPosition }) => {
        const at = dropPosition - Number(node.pos.split('-').pop());
        onArrange(dropped(nodes, dragNode.key, node.key, dropToGap ? (at < 0 ? 'before' : 'after') : 'in'));
      }}
    />
  );
}
