import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Pages } from '@/kit/page/Pages';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { get } from '@/lib/api/query';
import type { RecordOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { Table, type TableColumn } from '@/ui/Table';
import { type Collection, type ImportStatus, useMemberTexts } from './collection';
import css from './contact.module.css';

type Row = RecordOf<'/aty/contactsgroup/{id}/import/{taskId}/row/page'>;
type Props = { id: string; type: Collection['type']; taskId: string; task: ImportStatus; onCorrected: () => void };

/** Every refused row of an import with all of its columns and the reason, and the files by which it is corrected. */
export function RefusedRows({ id, type, taskId, task, onCorrected }: Props) {
  const t = useTranslations('contact');
  const words = useTranslations('form');
  const texts = useMemberTexts(type);
  const f = useFormat();
  const [page, setPage] = useState({ current: 1, size: 10 });
  const rows = useQuery({
    ...get('/aty/contactsgroup/{id}/import/{taskId}/row/page', { path: { id, taskId }, query: page }),
    placeholderData: (before) => before,
  });
  const columns: TableColumn<Row>[] = [
    { key: 'line', title: words('line'), width: 72, align: 'end', render: (row) => f.count(row.line) },
    {
      key: 'number',
      title: type === 'email' ? t('email') : words('number'),
      width: 160,
      className: css.cell,
      render: (row) => row.number,
    },
    { key: 'message', title: words('reason'), width: 220, className: css.reason, render: (row) => row.message },
    ...(task.errorColumns ?? []).map((title, i) => ({
      key: `beside${i}`,
      title,
      className: css.cell,
      render: (row: Row) => row.fields?.[i] || '–',
    })),
  ];
  return (
    <section className={css.refused} aria-label={t('badRows')}>
      <h3>{t('refusedTitle', { n: task.failed, all: f.count(task.failed) })}</h3>
      <ErrorAlert error={rows.error} onRetry={rows.refetch} />
      <ScrollBox label={t('badRows')} maxHeight={320} busy={rows.isFetching}>
        <Table<Row>
          size="small"
          rowKey={(row) => String(row.line)}
          dataSource={rows.data?.records ?? []}
          columns={columns}
        />
      </ScrollBox>
      {task.failed > 10 && <Pages {...page} total={task.failed} onChange={setPage} />}
      <p className={css.correct}>{texts('correctHint')}</p>
      <div className={css.files}>
        {[
          { url: task.errorFileUrl, name: 'xlsx' },
          { url: task.errorTextUrl, name: 'csv' },
        ].map(
          ({ url, name }) =>
            url && (
              <Button key={name} icon={<DownloadOutlined />} href={url} target="_blank" rel="noopener">
                {t('refusedFile', { type: name })}
              </Button>
            ),
        )}
        <Button type="primary" onClick={onCorrected}>
          {t('takeBack')}
        </Button>
      </div>
    </section>
  );
}
