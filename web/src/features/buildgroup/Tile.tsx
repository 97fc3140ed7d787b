import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { DictTag } from '@/kit/dict/DictTag';
import { useFormat } from '@/lib/format';
import { GROUPS } from '@/ordering/kind';
import css from './buildgroup.module.css';
import { CopyLink } from './CopyLink';
import type { Group, GroupOrder } from './group';
import { Settle } from './Settle';

type Props = { order: GroupOrder; group: Group; onOpen: () => void };

/** A group: its state, how many of its people joined, and the way to it. */
export function Tile({ order, group: g, onOpen }: Props) {
  const t = useTranslations('buildgroup');
  const f = useFormat();
  const [settling, setSettling] = useState(false);
  const may = usePermission()('bgo:buildgroup:settle') && !order.settled;
  const staff = usePermission()({ types: [1] });
  const share = g.size > 0 ? (g.members.joined / g.size) * 100 : 0;
  return (
    <li className={css.tile} data-state={g.status} data-testid={`group-${g.index}`}>
      <button
        type="button"
        className={css.open}
        onClick={onOpen}
        aria-label={t('openGroup', { name: g.name, n: g.index })}
      >
        <b title={g.name}>{g.name}</b>
        <span>#{g.index}</span>
      </button>
      <div className={css.state}>
        <DictTag code={GROUPS.states} value={g.status} />
        <span className={css.seats}>
          {f.count(g.members.joined)}
          <small> / {f.count(g.size)}</small>
        </span>
      </div>
      <div className={css.fill} aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </div>
      {g.reason && (
        <p className={css.reason} title={g.reason}>
          {g.reason}
        </p>
      )}
      {g.proposal && (
        <p className={css.reason}>
          {t(g.proposal.made ? 'settle.saidMade' : 'settle.saidNot', { name: g.proposal.by })}
        </p>
      )}
      <div className={css.foot}>
        {g.link && <CopyLink link={g.link} name={g.name} />}
        {g.status === 'unknown' && may && (
          <Button size="small" onClick={() => setSettling(true)}>
            {t(staff ? 'settle.action' : 'settle.propose')}
          </Button>
        )}
      </div>
      <Settle order={order} group={g} open={settling} onClose={() => setSettling(false)} />
    </li>
  );
}
