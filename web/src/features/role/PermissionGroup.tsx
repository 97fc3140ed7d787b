import { Checkbox } from 'antd';
import { useTranslations } from 'next-intl';
import { byNoun, type Group, type MissingPermission, useNames } from './permissions';
import css from './role.module.css';

type Props = {
  /** Permissions of the group that are shown. */
  group: Group;
  /** All permissions of the group. */
  whole: readonly MissingPermission[];
  chosen: ReadonlySet<string>;
  routes: boolean;
  readOnly: boolean;
  /** Why a permission cannot be given. */
  refusal: (asked: MissingPermission) => string | undefined;
  onSet: (permissions: readonly string[], on: boolean) => void;
};

/** The permissions of a group: all at once by its head, or one by one. */
export function PermissionGroup({ group: g, whole, chosen, readOnly, refusal, onSet, ...p }: Props) {
  const t = useTranslations('role');
  const names = useNames();
  const able = (g.permissions ?? []).filter((a) => !refusal(a)).map((a) => a.permission);
  const on = able.filter((permission) => chosen.has(permission)).length;
  const counted = whole.filter((a) => chosen.has(a.permission)).length;
  const name = names.group(g.group);
  const head = (
    <span className={css.head}>
      {name}
      <span className={css.quiet}>{t('counts', { n: counted, total: whole.length })}</span>
    </span>
  );
  return (
    <section className={css.group} aria-label={name}>
      {readOnly ? (
        <h3 className={css.groupName}>{head}</h3>
      ) : (
        <Checkbox
          className={css.groupName}
          aria-label={t('groupAll', { group: name })}
          checked={able.length > 0 && on === able.length}
          indeterminate={on > 0 && on < able.length}
          disabled={able.length === 0}
          onChange={(e) => onSet(able, e.target.checked)}
        >
          {head}
        </Checkbox>
      )}
      {byNoun(g).map((asked) => (
        <div key={asked[0]?.permission} className={css.noun}>
          <h4>{names.noun(asked[0]?.permission ?? '')}</h4>
          <ul data-routes={p.routes}>
            {asked.map((a) => (
              <li key={a.permission}>
                <One
                  asked={a}
                  chosen={chosen.has(a.permission)}
                  refusal={refusal(a)}
                  code={p.routes}
                  {...{ readOnly, onSet }}
                />
                {p.routes && <Routes asked={a} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

type OneProps = Pick<Props, 'readOnly' | 'onSet'> & {
  asked: MissingPermission;
  chosen: boolean;
  refusal: string | undefined;
  /** Also by the name that programs know. */
  code: boolean;
};

function One({ asked, chosen, refusal, code, readOnly, onSet }: OneProps) {
  const names = useNames();
  const { permission } = asked;
  // A permission that can no longer be granted can still be removed.
  const off = !readOnly && Boolean(refusal) && !chosen;
  return (
    <Checkbox
      checked={chosen}
      disabled={off || readOnly}
      title={readOnly ? permission : (refusal ?? permission)}
      onChange={(e) => onSet([permission], e.target.checked)}
    >
      {names.verb(permission)}
      {code && <code className={css.code}>{permission}</code>}
      {!readOnly && chosen && refusal && <span className={css.wrong}>{refusal}</span>}
    </Checkbox>
  );
}

function Routes({ asked }: { asked: MissingPermission }) {
  const t = useTranslations('role');
  const routes = asked.routes ?? [];
  if (routes.length === 0) return <p className={css.quiet}>{t('noRoutes')}</p>;
  return (
    <ul className={css.routes}>
      {routes.map((r) => (
        <li key={r.method + r.path} title={r.summary}>
          <code>
            <b>{r.method}</b> {r.path}
          </code>
        </li>
      ))}
    </ul>
  );
}
