import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/cell/cells';
import { useFormat } from '@/kit/format';
import { Panel } from '@/kit/page/Page';
import type { OrderDetail } from './order';
import css from './order.module.css';

/** Who was not written to although the order names them, and why; they are not charged. */
export function HeldBack({ order }: { order: OrderDetail }) {
  const t = useTranslations('order');
  const f = useFormat();
  const held = order.heldBack ?? [];
  if (held.length === 0) return null;
  return (
    <Panel title={t('heldBack')}>
      <ul className={css.reasons}>
        {held.map((h) => (
          <li key={h.reason}>
            <DictTag code="held_reason" value={h.reason} />
            <b>{f.count(h.count)}</b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
