import { Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { ActionButton } from '@/kit/action/ActionButton';
import { DescriptionList } from '@/kit/page/Page';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import css from './menu.module.css';
import { MENU_LIST, type Node, type Order, stepped } from './tree';

type Props = {
  node: Node;
  nodes: Node[];
  onEdit: () => void;
  onArrange: (order: Order | undefined) => void;
  onGone: () => void;
};

const EDIT = { permission: 'system:menu:edit' } as const;

/** Shows a menu node and its actions. */
export function NodePanel({ node, nodes, onEdit, onArrange, onGone }: Props) {
  const t = useTranslations('menuAdmin');
  const del = useApiMutation(() => request('delete', '/system/menu/{id}', { path: { id: node.id } }), {
    changes: [MENU_LIST, '/oauth/router'],
    onDone: onGone,
  });
  const full = (node.children?.length ?? 0) > 0;
  const [up, down] = [stepped(nodes, node, -1), stepped(nodes, node, 1)];
  return (
    <>
      <DescriptionList
        items={[
          { label: t('type'), value: t(node.type === 0 ? 'directory' : `target${node.targetType as 1 | 2 | 3}`) },
          ...(node.type === 1 ? [{ label: node.targetType === 1 ? t('uri') : t('url'), value: code(node.uri) }] : []),
          { label: t('path'), value: code(node.path) },
          { label: t('permission'), value: node.permission ? code(node.permission) : t('everybody') },
          { label: t('visible'), value: t(node.hidden ? 'no' : 'yes') },
          { label: t('origin'), value: t(node.builtIn ? 'builtIn' : 'own') },
        ]}
      />
      <Flex className={css.actions} gap={8} wrap>
        <ActionButton type="primary" gate={EDIT} onAct={onEdit}>
          {t('edit')}
        </ActionButton>
        <ActionButton gate={EDIT} disabled={!up && t('first')} onAct={() => onArrange(up)}>
          {t('up')}
        </ActionButton>
        <ActionButton gate={EDIT} disabled={!down && t('last')} onAct={() => onArrange(down)}>
          {t('down')}
        </ActionButton>
        <ActionButton
          danger
          gate={{ permission: 'system:menu:del' }}
          disabled={(node.builtIn && t('delBuiltIn')) || (full && t('delFull'))}
          confirm={{ title: t('delTitle', { name: node.title }), content: t('delText') }}
          onAct={() => del.mutateAsync()}
        >
          {t('del')}
        </ActionButton>
      </Flex>
    </>
  );
}

const code = (text: string) => (text ? <code className={css.code}>{text}</code> : '–');
