import { Button, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Popover } from '@/ui/Popover';
import css from './canvas.module.css';
import { DESIGN_LIMITS } from './design';
import { ICONS } from './icons';
import { Labelled } from './Labelled';
import { placeholdersOf } from './tree';
import { useEditorApi } from './useEditor';

/** The values that every contact list of type email may have. */
const ALWAYS = ['name', 'email'];
const NAME = /^[\p{L}\p{N}_]{1,60}$/u;

/** Names of placeholders that the author may choose from. */
export function useNames(): string[] {
  const { design, subject } = useEditorApi().state.now;
  return [...new Set([...ALWAYS, ...placeholdersOf(design, subject)])];
}

/** Chooses or names a placeholder, with the text that stands where a recipient has no value. */
export function InsertPlaceholder({ onInsert }: { onInsert: (text: string) => void }) {
  const t = useTranslations('emaileditor.placeholder');
  const names = useNames();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [fallback, setFallback] = useState('');
  const wrong = name !== '' && !NAME.test(name);
  const give = () => {
    setOpen(false);
    const plain = fallback.replace(/[{}|]/g, '').trim();
    onInsert(plain ? `{${name}|${plain}}` : `{${name}}`);
  };
  const change = (next: boolean) => {
    if (next) setName(names[0] ?? '');
    setFallback('');
    setOpen(next);
  };
  const body = (
    <div className={css.choose}>
      <div className={css.names}>
        {names.map((n) => (
          <Button
            key={n}
            size="small"
            type={n === name ? 'primary' : 'default'}
            aria-pressed={n === name}
            onClick={() => setName(n)}
          >
            {n}
          </Button>
        ))}
      </div>
      <Labelled label={t('name')}>
        <Input
          value={name}
          status={wrong ? 'error' : undefined}
          maxLength={DESIGN_LIMITS.placeholder}
          onChange={(e) => setName(e.target.value)}
        />
      </Labelled>
      {wrong && <span className={css.wrong}>{t('wrongName')}</span>}
      <Labelled label={t('fallback')}>
        <Input
          value={fallback}
          maxLength={200}
          placeholder={t('fallbackHint')}
          onChange={(e) => setFallback(e.target.value)}
        />
      </Labelled>
      <Button type="primary" disabled={wrong || name === ''} onClick={give}>
        {t('insert')}
      </Button>
    </div>
  );
  return (
    <Popover open={open} onOpenChange={change} placement="bottomRight" content={body} title={t('title')} width={280}>
      <button type="button" className={css.tool} aria-label={t('title')} title={t('title')}>
        {ICONS.raw}
      </button>
    </Popover>
  );
}
