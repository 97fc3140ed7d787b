import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Table } from 'antd';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/kit/format';
import { Facts } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import type { ImportStatus } from './collection';
import css from './contact.module.css';

/** What became of every row of a file. */
export function ImportResult({ task }: { task: ImportStatus }) {
  const t = useTranslations('contact');
  const f = useFormat();
  const errors = task.errors ?? [];
  const ok = task.status === 'done';
  const title = ok ? t('imported', { n: task.imported }) : (task.message ?? t('importFailed'));
  return (
    <div className={css.result}>
      <Alert type={ok ? (task.failed > 0 ? 'warning' : 'success') : 'error'} showIcon title={title} />
      <Facts
        items={[
          { label: t('rows'), value: f.count(task.total) },
          { label: t('newMembers'), value: f.count(task.imported) },
          { label: t('duplicates'), value: f.count(task.duplicated) },
          { label: t('badRows'), value: f.count(task.failed) },
        ]}
      />
      {errors.length > 0 && (
        <>
          <ScrollBox label={t('badRows')} maxHeight={280}>
            <Table
              size="small"
              rowKey={(e) => `${e.line} ${e.number}`}
              pagination={false}
              dataSource={errors}
              columns={[
                { title: t('line'), dataIndex: 'line', width: 80, align: 'end', render: (n: number) => f.count(n) },
                { title: t('number'), dataIndex: 'number', width: 180 },
                { title: t('reason'), dataIndex: 'message' },
              ]}
            />
          </ScrollBox>
          {task.failed > errors.length && (
            <p className={css.rule}>{t('firstErrors', { n: errors.length, all: f.count(task.failed) })}</p>
          )}
        </>
      )}
      {task.errorFileUrl && (
        <Button icon={<DownloadOutlined />} href={task.errorFileUrl} target="_blank" rel="noopener">
          {t('downloadErrors')}
        </Button>
      )}
    </div>
  );
}
