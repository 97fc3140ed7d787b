import { useQuery } from '@tanstack/react-query';
import { Checkbox, Radio, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { PageModal } from '@/kit/modal/PageModal';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { columnsQuery, type FileFormat, type FileLayout } from '@/lib/exportFile';
import css from './export.module.css';
import { chosenColumns, layoutOf, useExportPrefs } from './exportPrefs';

type Props = {
  path: string;
  params?: object;
  query: Record<string, unknown>;
  title: string;
  open: boolean;
  busy: boolean;
  onExport: (layout: FileLayout) => void;
  onClose: () => void;
};

/** Asks for the format and the columns of a file. The answer is kept for the next file of the list. */
export function ExportDialog({ path, params, query, title, open, busy, onExport, onClose }: Props) {
  const t = useTranslations('table');
  const { data, error, refetch } = useQuery({ ...columnsQuery(path, query, params), enabled: open });
  const { prefs, set, keep } = useExportPrefs(path);
  const columns = data ?? [];
  const chosen = chosenColumns(columns, prefs);
  const all = chosen.length === columns.length;
  const choose = (keys: string[]) => set({ omitted: columns.map((c) => c.key).filter((key) => !keys.includes(key)) });
  return (
    <PageModal
      open={open}
      title={title}
      okText={t('export')}
      okButtonProps={{ disabled: chosen.length === 0, loading: busy }}
      onOk={() => {
        keep();
        onExport(layoutOf(columns, prefs));
      }}
      onCancel={onClose}
    >
      <fieldset className={css.part} aria-label={t('exportFormat')}>
        <legend>{t('exportFormat')}</legend>
        <Radio.Group
          value={prefs.format}
          onChange={(e) => set({ format: e.target.value as FileFormat })}
          options={[
            { value: 'xlsx', label: t('exportXlsx') },
            { value: 'csv', label: t('exportCsv') },
          ]}
        />
        <p className={css.note}>{t(prefs.format === 'csv' ? 'exportCsvNote' : 'exportXlsxNote')}</p>
      </fieldset>
      <fieldset className={css.part} aria-label={t('columns')}>
        <legend>{t('exportColumns')}</legend>
        <ErrorAlert error={error} onRetry={refetch} />
        {!data && !error && <Skeleton active title={false} paragraph={{ rows: 5 }} />}
        {data && (
          <>
            <Checkbox
              className={css.all}
              checked={all}
              indeterminate={!all && chosen.length > 0}
              onChange={() => choose(all ? [] : columns.map((c) => c.key))}
            >
              {t('exportAll', { n: chosen.length, of: columns.length })}
            </Checkbox>
            <Checkbox.Group
              className={css.columns}
              value={chosen}
              options={columns.map((c) => ({ value: c.key, label: c.title }))}
              onChange={choose}
            />
          </>
        )}
      </fieldset>
    </PageModal>
  );
}
