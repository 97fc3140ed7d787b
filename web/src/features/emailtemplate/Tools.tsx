import { useTranslations } from 'next-intl';
import { createContext } from 'react';
import css from './canvas.module.css';
import { useEditorApi } from './useEditor';

/** The element above the email that holds the tools of the text that is edited. */
export const ToolsSlot = createContext<HTMLElement | null>(null);

/** Where the selected block stands: each part of the way selects what holds it. */
export function Crumbs() {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const found = api.selected;
  const way = found ? [...found.parents, found.block] : [];
  return (
    <nav aria-label={t('way')}>
      <ol className={css.crumbs}>
        <li>
          <button type="button" aria-current={found ? undefined : true} onClick={() => api.select(null)}>
            {t('email')}
          </button>
        </li>
        {way.map((block) => (
          <li key={block.id}>
            <button
              type="button"
              aria-current={block === found?.block ? true : undefined}
              onClick={() => api.select(block.id, true)}
            >
              {api.nameOf(block.type)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
