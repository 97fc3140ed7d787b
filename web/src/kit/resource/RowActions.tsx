import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import { useUndo } from '@/kit/action/useUndo';
import { useRequestMutation } from '@/lib/api/mutation';
import type { PathOf } from '@/lib/api/types';
import { notifier, showError } from '@/lib/notifier';
import { preloadApp, useApp } from '@/lib/toasts';
import { Dropdown } from '@/ui/Dropdown';
import { useNarrow } from '@/ui/useNarrow';
import type { LabelledRowAction, PageHandle } from './descriptor';
import css from './resource.module.css';

/** Actions shown as buttons; the others, and all destructive ones, are in the menu. */
const MAX_INLINE_ACTIONS = 2;

/** Returns the actions for buttons and those for the menu; on a phone all are in the menu. */
function split<R>(able: LabelledRowAction<R>[], narrow: boolean): [LabelledRowAction<R>[], LabelledRowAction<R>[]] {
  const beside = narrow ? [] : able.filter((a) => !a.danger).slice(0, MAX_INLINE_ACTIONS);
  return [beside, able.filter((a) => !beside.includes(a))];
}

/** Says that something is done, or why lines of the answer were refused. */
export function tell(answer: unknown, done?: string) {
  const lines: { ok?: boolean; message?: string }[] = Array.isArray(answer) ? answer : [];
  const refused = lines.filter((line) => line.ok === false);
  if (refused.length > 0)
    notifier.current?.message.warning([...new Set(refused.map((line) => line.message))].join(' '));
  if (done && (refused.length === 0 || refused.length < lines.length)) notifier.current?.message.success(done);
}

type Props<R> = {
  row: R;
  actions: LabelledRowAction<R>[];
  page: PageHandle<R>;
  changes: readonly PathOf<'get'>[];
  onChanged?: () => unknown;
};

/** Shows the actions of a row that the permissions and the row's state allow. */
export function RowActions<R>({ row, actions, page, changes, onChanged }: Props<R>) {
  const t = useTranslations('table');
  const { modal } = useApp();
  const may = usePermission();
  const send = useRequestMutation({ changes });
  const offerUndo = useUndo();
  const able = actions.filter((a) => may(a) && (a.shown?.(row) ?? true));
  const act = async (a: LabelledRowAction<R>) => {
    const sent = 'call' in a ? send.mutateAsync(a.call(row)) : a.run(row, page);
    const answer = await Promise.resolve(sent).catch((e) => {
      a.onFailed?.(e);
      throw e;
    });
    if ('call' in a) onChanged?.();
    a.onAnswer?.(answer, row);
    const { undo, done } = a;
    if (!undo || !done) return tell(answer, done);
    offerUndo(done, async () => {
      await send.mutateAsync(undo(row));
      onChanged?.();
    });
  };
  const [beside, rest] = split(able, useNarrow());
  const more = rest.map((a) => {
    const off = a.disabled?.(row);
    const ask = () => {
      const c = a.confirm?.(row);
      if (!c) return void act(a).catch(showError);
      void modal.confirm({
        title: c.title,
        content: c.content,
        okText: c.ok ?? a.label,
        okButtonProps: { danger: a.danger },
        focusable: { autoFocusButton: a.danger ? 'cancel' : 'ok' },
        onOk: () => act(a).catch(showError),
      });
    };
    return {
      key: a.key,
      label: off ? <Off label={a.label} why={off} /> : a.label,
      danger: a.danger,
      disabled: Boolean(off),
      onClick: ask,
    };
  });
  return (
    // An action may ask a question next: its code is loaded when the pointer or the focus comes near.
    <Flex className={css.acts} wrap={false} justify="flex-end" onPointerEnter={preloadApp} onFocus={preloadApp}>
      {beside.map((a) => (
        <ActionButton
          key={a.key}
          type="link"
          size="small"
          confirm={a.confirm?.(row)}
          disabled={a.disabled?.(row)}
          onAct={() => act(a)}
        >
          {a.label}
        </ActionButton>
      ))}
      {more.length > 0 && (
        <Dropdown menu={{ items: more }} placement="bottomRight">
          <Button type="text" size="small" icon={<EllipsisOutlined />} aria-label={t('more')} />
        </Dropdown>
      )}
    </Flex>
  );
}

/** An entry that is off, and why. */
function Off({ label, why }: { label: string; why: string }) {
  return (
    <span className={css.off}>
      {label}
      <small>{why}</small>
    </span>
  );
}
