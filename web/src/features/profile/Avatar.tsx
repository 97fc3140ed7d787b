import { CameraOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Upload } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { problemOf, readableSize, upload } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';
import { sendOnce } from '@/lib/api/idempotency';
import { useWork } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { imageAt } from '@/lib/image';
import { useApp } from '@/lib/toasts';
import { initials, type Me } from './me';
import css from './profile.module.css';

/** The user's picture, or initials; pressing it changes it. */
export function Avatar({ me }: { me: Me }) {
  const t = useTranslations('profile');
  const { message } = useApp();
  const [taken, setTaken] = useState('');
  const kept = useQuery({ ...get('/uf/uploadfile/{id}', { path: { id: me.avatar } }), enabled: me.avatar !== '' });
  const shown = taken || kept.data?.url;
  const most = useLimit('image.bytes');
  const limit = readableSize(most);
  const save = async (file: File) => {
    const { id, url } = await upload(file, 'image');
    await sendOnce(request('put', '/pi/personal/info', { body: { avatar: id } }));
    return url ?? URL.createObjectURL(file);
  };
  const change = useWork(save, {
    changes: ['/pi/personal/info'],
    onDone: (url) => {
      setTaken(url);
      message.success(t('avatarSaved'));
    },
  });
  const take = (file: File) => {
    const problem = problemOf(file, 'image', most);
    if (problem) message.error(problem === 'size' ? t('avatarSize', { limit }) : t('avatarType'));
    else change.mutate(file);
    return false;
  };
  return (
    <Upload
      accept=".jpg,.jpeg,.png"
      showUploadList={false}
      beforeUpload={take}
      disabled={change.isPending}
      aria-label={t('avatar')}
    >
      <button
        type="button"
        className={css.avatar}
        title={t('avatarRule', { limit })}
        aria-label={t('avatar')}
        aria-busy={change.isPending}
      >
        {shown ? (
          // biome-ignore lint/performance/noImgElement: an export has no image service
          <img src={imageAt(shown)} alt="" width={64} height={64} />
        ) : (
          <span aria-hidden="true">{initials(me.nickname || me.name)}</span>
        )}
        <CameraOutlined className={css.camera} aria-hidden />
      </button>
    </Upload>
  );
}
