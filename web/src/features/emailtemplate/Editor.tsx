import { Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { PageDrawer } from '@/kit/modal/PageModal';
import { BlockFields } from './BlockFields';
import { Canvas } from './Canvas';
import { DragLayer } from './DragLayer';
import css from './editor.module.css';
import type { Email } from './history';
import { Outline } from './Outline';
import { Palette } from './Palette';
import { SettingsFields } from './SettingsFields';
import { Strip } from './Strip';
import { type EditorApi, EditorContext, useEditor } from './useEditor';

export type Panel = 'block' | 'email' | 'outline';

type Props = {
  initial: () => Email;
  onChange: (email: Email) => void;
  onSave: () => void;
  /** The head of the editor, and what stands in place of the email while it is previewed. */
  head: (api: EditorApi) => ReactNode;
  preview: ((api: EditorApi, edit: () => void) => ReactNode) | undefined;
  onEdit: () => void;
};

/** Undo, redo and saving by the keys that other programs have for them. What lies over the editor has its own. */
function keysOf(api: EditorApi, onSave: () => void) {
  return (e: KeyboardEvent<HTMLElement>) => {
    if (!(e.ctrlKey || e.metaKey) || !e.currentTarget.contains(e.target as Node)) return;
    const key = e.key.toLowerCase();
    if (key === 's') onSave();
    else if (key === 'y' || (key === 'z' && e.shiftKey)) api.dispatch({ do: 'redo' });
    else if (key === 'z') api.dispatch({ do: 'undo' });
    else return;
    e.preventDefault();
  };
}

/** The editor of an email: palette and outline, the email itself, and the fields of what is selected. */
export function Editor({ initial, onChange, onSave, head, preview, onEdit }: Props) {
  const t = useTranslations('emaileditor');
  const [panel, setPanel] = useState<Panel | null>(null);
  const [drawer, setDrawer] = useState(false);
  const side = useRef<HTMLElement>(null);
  const show = (next: Panel) => {
    setPanel(next);
    setDrawer(!side.current?.offsetParent);
  };
  const api = useEditor(initial, onChange, () => show('block'));
  const shown: Panel = panel ?? 'email';
  // The side shows the block once one is selected, and the email when none is.
  const [seen, setSeen] = useState(api.state.selected);
  if (seen !== api.state.selected) {
    setSeen(api.state.selected);
    setPanel(api.state.selected === null ? 'email' : 'block');
  }
  return (
    <EditorContext value={api}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the whole editor */}
      <div className={css.editor} tabIndex={-1} onKeyDown={keysOf(api, onSave)}>
        {head(api)}
        {preview ? (
          preview(api, onEdit)
        ) : (
          <DragLayer>
            <LeftSide />
            <Canvas onSubject={() => show('email')} />
            <aside ref={side} className={css.side} aria-label={t('fields')}>
              <PanelChoice panels={['block', 'email']} shown={shown} onShow={setPanel} />
              <div className={css.sideBody}>
                <PanelBody panel={shown === 'outline' ? 'block' : shown} />
              </div>
            </aside>
            <Strip onShow={() => show(api.state.selected === null ? 'outline' : 'block')} />
          </DragLayer>
        )}
        <NarrowDrawer open={drawer} panel={shown} onShow={setPanel} onClose={() => setDrawer(false)} />
        <div role="status" className={css.sr}>
          {api.said}
        </div>
      </div>
    </EditorContext>
  );
}

function LeftSide() {
  const t = useTranslations('emaileditor');
  const [shown, setShown] = useState<'palette' | 'outline'>('palette');
  return (
    <aside className={css.side} aria-label={t('palette')}>
      <div className={css.sideHead}>
        <Segmented
          block
          aria-label={t('left')}
          value={shown}
          options={[
            { value: 'palette', label: t('blocks') },
            { value: 'outline', label: t('outline') },
          ]}
          onChange={setShown}
        />
      </div>
      <div className={css.sideBody}>
        {shown === 'palette' ? (
          <>
            <Palette />
            <p className={css.help}>{t('paletteHelp')}</p>
          </>
        ) : (
          <Outline />
        )}
      </div>
    </aside>
  );
}

type ChoiceProps = { panels: Panel[]; shown: Panel; onShow: (panel: Panel) => void };

function PanelChoice({ panels, shown, onShow }: ChoiceProps) {
  const t = useTranslations('emaileditor');
  const value = panels.includes(shown) ? shown : panels[0];
  const options = panels.map((panel) => ({ value: panel, label: t(`panel.${panel}`) }));
  return (
    <div className={css.sideHead}>
      <Segmented block aria-label={t('fields')} value={value} options={options} onChange={onShow} />
    </div>
  );
}

function PanelBody({ panel }: { panel: Panel }) {
  if (panel === 'outline') return <Outline />;
  return panel === 'block' ? <BlockFields /> : <SettingsFields />;
}

type DrawerProps = { open: boolean; panel: Panel; onShow: (panel: Panel) => void; onClose: () => void };

/** The sides of the editor where they have no space beside the email. */
function NarrowDrawer({ open, panel, onShow, onClose }: DrawerProps) {
  const t = useTranslations('emaileditor');
  return (
    <PageDrawer open={open} placement="bottom" size="70dvh" title={t(`panel.${panel}`)} onClose={onClose}>
      <PanelChoice panels={['block', 'email', 'outline']} shown={panel} onShow={onShow} />
      <div className={css.drawerBody}>
        <PanelBody panel={panel} />
      </div>
    </PageDrawer>
  );
}
