import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { lazyModule } from '@/lib/router/lazyModule';
import { useApp } from '@/lib/toasts';
import { Conflict } from './Conflict';
import type { Draft } from './draft';
import { Editor } from './Editor';
import { Head, type Mode } from './Head';
import { ImportHtml } from './ImportHtml';
import { PreviewPane } from './PreviewPane';
import { useSaving } from './useSaving';
import { Versions } from './Versions';

// Only staff choose the customer of a template. The picker brings antd's table.
const Owner = lazyModule(() => import('./Owner'), ['antd', 'emaileditor', 'picker']);

type Props = {
  id: string;
  saved: Draft;
  /** Whether unsaved work of this tab goes before what is stored. */
  restores: boolean;
  importing: boolean;
  onBack: () => void;
  onMade: (id: string) => void;
  /** Loads the stored template in place of what is written. */
  onReload: (id: string) => void;
};

type Overlay = 'import' | 'versions' | null;

/** One opening of the editor: what is written, saving it, and leaving it. */
export function Session({ id, saved, restores, importing, onBack, onMade, onReload }: Props) {
  const t = useTranslations('emaileditor');
  const form = useTranslations('form');
  const { modal } = useApp();
  const [mode, setMode] = useState<Mode>('edit');
  const [overlay, setOverlay] = useState<Overlay>(importing ? 'import' : null);
  const work = useSaving({ id, saved, restores, onMade });
  const leave = (go: () => void) => {
    if (!work.unsaved) return go();
    void modal.confirm({
      title: form('unsavedTitle'),
      content: form('unsavedText'),
      okText: form('discard'),
      cancelText: form('keepEditing'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => {
        work.discard();
        go();
      },
    });
  };
  const stored = work.id !== 'new';
  const more = [
    { key: 'import', label: t('importHtml'), onClick: () => setOverlay('import') },
    ...(stored
      ? [
          { key: 'versions', label: t('versions'), onClick: () => setOverlay('versions') },
          { key: 'reload', label: t('reload'), onClick: () => leave(() => onReload(work.id)) },
        ]
      : []),
  ];
  return (
    <Editor
      initial={() => ({ subject: work.first.subject, design: work.first.design })}
      onChange={work.changeEmail}
      onSave={work.save}
      head={(api) => (
        <>
          <Head
            {...{ api, mode, more }}
            name={work.name}
            onName={work.changeName}
            onMode={setMode}
            unsaved={work.unsaved}
            busy={work.busy}
            onBack={() => leave(onBack)}
            onSave={work.save}
          />
          <ImportHtml
            open={overlay === 'import'}
            onClose={() => setOverlay(null)}
            onTake={(design) => api.dispatch({ do: 'replace', email: { ...api.state.now, design } })}
          />
          {stored && (
            <Suspense>
              <Versions
                id={work.id}
                version={work.version}
                open={overlay === 'versions'}
                onClose={() => setOverlay(null)}
                onRestored={() => onReload(work.id)}
              />
            </Suspense>
          )}
          {work.ownerAsked && (
            <Suspense>
              <Owner open busy={work.busy} onClose={work.forgetOwner} onChoose={work.saveFor} />
            </Suspense>
          )}
          <Conflict
            open={work.conflict}
            busy={work.busy}
            onKeep={work.keepEditing}
            onOverwrite={work.overwrite}
            onReload={() => onReload(work.id)}
          />
        </>
      )}
      preview={mode === 'preview' ? (api, edit) => <PreviewPane api={api} onEdit={edit} /> : undefined}
      onEdit={() => setMode('edit')}
    />
  );
}
