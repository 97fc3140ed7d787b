import { DeleteOutlined, EditOutlined, LinkOutlined, SaveOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import { Button, Input, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useUndo } from '@/kit/action/useUndo';
import { useRequestMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { isEnter } from '@/lib/input/keys';
import { errorText } from '@/lib/notifier';
import { useApp } from '@/lib/toasts';
import { type SavedView, VIEWS } from './views';
import css from './views.module.css';

/** Longest name of a view. */
const MAX_NAME = 40;

type Props = {
  list: string;
  query: string;
  views: SavedView[];
  pending: boolean;
  onApply: (query: string) => void;
};

/** The views of a list: applied, replaced by the present state, made the default, deleted; and the present state saved as a new one. */
export default function ViewChoices({ list, query, views, pending, onApply }: Props) {
  const t = useTranslations('table');
  const { message } = useApp();
  const changing = useRequestMutation({ changes: [VIEWS] });
  const copy = () =>
    navigator.clipboard.writeText(window.location.href).then(
      () => message.success(t('copied')),
      () => message.error(t('copyFailed')),
    );
  const offerUndo = useUndo();
  const [renaming, setRenaming] = useState<string>();
  const change = (id: string, of: { name?: string; query?: string; isDefault?: boolean }) =>
    changing.mutate(request('put', '/pi/personal/info/view', { body: { id, list, ...of } }));
  const remove = async ({ id, name, query, isDefault }: SavedView) => {
    const path = '/pi/personal/info/view';
    await changing.mutateAsync(request('delete', `${path}/{id}`, { path: { id }, query: { list } }));
    offerUndo(t('views.deleted', { name }), () =>
      changing.mutateAsync(request('post', path, { body: { list, name, query, isDefault } })),
    );
  };
  return (
    <section className={css.views} aria-label={t('views.title')}>
      {pending && <Skeleton active paragraph={{ rows: 2 }} title={false} />}
      {!pending && views.length === 0 && <p className={css.none}>{t('views.none')}</p>}
      <ul>
        {views.map((v) => (
          <li key={v.id} data-on={v.query === query}>
            {renaming === v.id ? (
              <ViewName
                name={v.name}
                label={t('views.name')}
                onEnd={(name) => {
                  setRenaming(undefined);
                  if (name !== v.name) change(v.id, { name });
                }}
              />
            ) : (
              <button type="button" aria-current={v.query === query} onClick={() => onApply(v.query)}>
                {v.name}
              </button>
            )}
            <Button
              type="text"
              size="small"
              icon={<EditOutlined />}
              aria-label={t('views.rename', { name: v.name })}
              title={t('views.rename', { name: v.name })}
              onClick={() => setRenaming(v.id)}
            />
            <Button
              type="text"
              size="small"
              icon={v.isDefault ? <StarFilled /> : <StarOutlined />}
              aria-pressed={v.isDefault}
              aria-label={t('views.default', { name: v.name })}
              title={t('views.default', { name: v.name })}
              onClick={() => change(v.id, { isDefault: !v.isDefault })}
            />
            <Button
              type="text"
              size="small"
              icon={<SaveOutlined />}
              disabled={v.query === query}
              aria-label={t('views.replace', { name: v.name })}
              title={t('views.replace', { name: v.name })}
              onClick={() => change(v.id, { query })}
            />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('views.delete', { name: v.name })}
              title={t('views.delete', { name: v.name })}
              onClick={() => void remove(v).catch(() => {})} // the error is shown below
            />
          </li>
        ))}
      </ul>
      <SaveView {...{ list, query }} />
      {changing.error !== null && (
        <p role="alert" className={css.error}>
          {errorText(changing.error)}
        </p>
      )}
      <Button type="link" size="small" icon={<LinkOutlined />} onClick={copy}>
        {t('views.copy')}
      </Button>
    </section>
  );
}

type NameProps = {
  name: string;
  label: string;
  /** Told the name that shall stand. */
  onEnd: (name: string) => void;
};

/** Field for another name of a view: Enter and leaving the field keep it, Escape does not. */
function ViewName({ name, label, onEnd }: NameProps) {
  const [text, setText] = useState(name);
  const keep = () => onEnd(text.trim() || name);
  return (
    <Input
      className={css.rename}
      size="small"
      autoFocus
      maxLength={MAX_NAME}
      aria-label={label}
      value={text}
      onChange={(e) => setText(e.target.value)}
      onBlur={keep}
      onKeyDown={(e) => {
        if (isEnter(e)) keep();
        if (e.key !== 'Escape') return;
        e.stopPropagation();
        onEnd(name);
      }}
    />
  );
}

function SaveView({ list, query }: Pick<Props, 'list' | 'query'>) {
  const t = useTranslations('table');
  const [name, setName] = useState('');
  const saving = useRequestMutation({ changes: [VIEWS], onDone: () => setName('') });
  const save = () => {
    if (name.trim())
      saving.mutate(request('post', '/pi/personal/info/view', { body: { list, name: name.trim(), query } }));
  };
  return (
    <>
      <div className={css.save}>
        <Input
          size="small"
          maxLength={MAX_NAME}
          aria-label={t('views.name')}
          placeholder={t('views.name')}
          value={name}
          onChange={(e) => setName(e.target.value)}
          onKeyDown={(e) => isEnter(e) && save()}
        />
        <Button size="small" type="primary" loading={saving.isPending} disabled={!name.trim()} onClick={save}>
          {t('save')}
        </Button>
      </div>
      {saving.error !== null && (
        <p role="alert" className={css.error}>
          {errorText(saving.error)}
        </p>
      )}
    </>
  );
}
