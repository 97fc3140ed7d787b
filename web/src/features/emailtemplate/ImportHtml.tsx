import { UploadOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Upload } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PageModal } from '@/kit/modal/PageModal';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { errorText } from '@/lib/notifier';
import type { Design } from './design';
import css from './dialogs.module.css';

type Props = { open: boolean; onClose: () => void; onTake: (design: Design) => void };

/** The most that is read of a file; a mail above 102 KB is cut by mailboxes, but a page may hold more than it shows. */
const MAX_BYTES = 1_048_576;

/** Makes a design of HTML that is pasted or read from a file. It replaces the email, and can be undone. */
export function ImportHtml({ open, onClose, onTake }: Props) {
  const t = useTranslations('emaileditor.import');
  const [html, setHtml] = useState('');
  const [wrong, setWrong] = useState('');
  const close = () => {
    setHtml('');
    setWrong('');
    onClose();
  };
  const send = useApiMutation(() => request('post', '/edm/template/import', { body: { html } }), {
    quiet: true,
    single: true,
    onDone: ({ design }) => {
      onTake(design);
      close();
    },
    onFailed: (e) => setWrong(errorText(e)),
  });
  const read = (file: File) => {
    setWrong(file.size > MAX_BYTES ? t('tooLarge') : '');
    if (file.size <= MAX_BYTES) void file.text().then(setHtml);
    return false;
  };
  return (
    <PageModal
      open={open}
      title={t('title')}
      width={720}
      okText={t('take')}
      okButtonProps={{ disabled: html.trim() === '', loading: send.isPending }}
      onOk={() => send.mutate()}
      onCancel={close}
    >
      <div className={css.import}>
        <p>{t('note')}</p>
        <Upload accept=".html,.htm,text/html" showUploadList={false} beforeUpload={read}>
          <Button icon={<UploadOutlined />}>{t('file')}</Button>
        </Upload>
        <Input.TextArea
          aria-label={t('html')}
          placeholder={t('paste')}
          rows={12}
          value={html}
          spellCheck={false}
          onChange={(e) => setHtml(e.target.value)}
        />
        {wrong && <Alert type="error" showIcon title={wrong} />}
      </div>
    </PageModal>
  );
}
