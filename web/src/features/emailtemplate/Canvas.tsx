import { useTranslations } from 'next-intl';
import { type CSSProperties, useState } from 'react';
import { BlockList } from './BlockList';
import css from './canvas.module.css';
import { FONTS, styleOf } from './design';
import { Crumbs, ToolsSlot } from './Tools';
import { useEditorApi } from './useEditor';

/** The email as it is written: subject and preheader as a mailbox lists them, and the blocks below. */
export function Canvas({ onSubject }: { onSubject: () => void }) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const type = api.selected?.block.type;
  const { design, subject } = api.state.now;
  const style = styleOf(design);
  const look = {
    '--width': `${style.width}px`,
    '--surface-color': style.surface,
    '--link-color': style.link,
    background: style.background,
    color: style.text,
    fontFamily: FONTS[style.font],
    fontSize: style.fontSize,
  } as CSSProperties;
  return (
    <div className={css.area}>
      <button type="button" className={css.inbox} onClick={onSubject}>
        <b data-missing={subject === ''}>{subject || t('noSubject')}</b>
        <span>{design.preheader || t('noPreheader')}</span>
      </button>
      <div className={css.tools}>
        <div ref={setSlot} hidden={type !== 'text' && type !== 'footer'} />
        {type !== 'text' && type !== 'footer' && <Crumbs />}
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside the blocks selects none */}
      <div className={css.canvas} style={look} lang={design.language} data-canvas onClick={() => api.select(null)}>
        <ToolsSlot value={slot}>
          <div className={css.sheet}>
            <BlockList blocks={design.blocks} list={{ parent: null }} empty={t('emptyEmail')} />
          </div>
        </ToolsSlot>
      </div>
    </div>
  );
}
