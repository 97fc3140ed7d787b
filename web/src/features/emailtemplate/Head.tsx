import { ArrowLeftOutlined, EllipsisOutlined, RedoOutlined, SaveOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { Dropdown } from '@/ui/Dropdown';
import type { MenuItem } from '@/ui/Menu';
import { Tooltip } from '@/ui/Tooltip';
import { DESIGN_LIMITS } from './design';
import css from './editor.module.css';
import type { EditorApi } from './useEditor';

export type Mode = 'edit' | 'preview';

type Props = {
  api: EditorApi;
  name: string;
  onName: (name: string) => void;
  mode: Mode;
  onMode: (mode: Mode) => void;
  /** Whether something is not saved. */
  unsaved: boolean;
  busy: boolean;
  more: MenuItem[];
  onBack: () => void;
  onSave: () => void;
};

/** The head of the editor: name, undo, preview, and saving. */
export function Head({ api, name, onName, mode, onMode, unsaved, busy, more, onBack, onSave }: Props) {
  const t = useTranslations('emaileditor');
  const { past, future } = api.state;
  return (
    <header className={css.head}>
      <Button type="text" icon={<ArrowLeftOutlined />} aria-label={t('back')} onClick={onBack} />
      <Input
        className={css.title}
        aria-label={t('name')}
        placeholder={t('namePlaceholder')}
        value={name}
        maxLength={DESIGN_LIMITS.name}
        autoComplete="off"
        onChange={(e) => onName(e.target.value)}
      />
      <span className={css.saved} role="status">
        {t(unsaved ? 'unsaved' : 'allSaved')}
      </span>
      <div className={css.tools}>
        <HistoryButton
          label={t('undo')}
          off={past.length === 0}
          icon={<UndoOutlined />}
          onAct={() => api.dispatch({ do: 'undo' })}
        />
        <HistoryButton
          label={t('redo')}
          off={future.length === 0}
          icon={<RedoOutlined />}
          onAct={() => api.dispatch({ do: 'redo' })}
        />
        <Segmented
          aria-label={t('mode')}
          value={mode}
          options={[
            { value: 'edit', label: t('edit') },
            { value: 'preview', label: t('preview') },
          ]}
          onChange={onMode}
        />
      </div>
      <Dropdown menu={{ items: more }} placement="bottomRight">
        <Button icon={<EllipsisOutlined />} aria-label={t('more')} />
      </Dropdown>
      <Button type="primary" icon={<SaveOutlined />} loading={busy} onClick={onSave}>
        {t('save')}
      </Button>
    </header>
  );
}

type HistoryProps = { label: string; off: boolean; icon: React.ReactNode; onAct: () => void };

function HistoryButton({ label, off, icon, onAct }: HistoryProps) {
  const button = <Button type="text" icon={icon} aria-label={label} disabled={off} onClick={onAct} />;
  return off ? button : <Tooltip title={label}>{button}</Tooltip>;
}
