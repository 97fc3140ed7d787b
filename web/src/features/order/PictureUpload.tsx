import { UploadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button, Flex, Upload } from 'antd';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/core/constants';
import { feedback } from '@/kit/feedback';
import { uploadFile } from '@/kit/upload/upload';
import css from './order.module.css';
import type { Picture } from './wish';

type Props = { id?: string; value?: Picture; onChange?: (value: Picture | undefined) => void };

/** A jpg or png of at most 500 KB, uploaded as soon as it is chosen. */
export function PictureUpload({ id, value, onChange }: Props) {
  const t = useTranslations('order');
  const upload = useMutation({
    mutationFn: uploadFile,
    onSuccess: (made, file) => onChange?.({ id: made.id, name: made.name, shown: URL.createObjectURL(file) }),
  });
  const take = (file: File) => {
    if (!/^image\/(jpeg|png)$/.test(file.type)) feedback.current?.message.error(t('pictureType'));
    else if (file.size > LIMITS.image) feedback.current?.message.error(t('pictureSize', { kb: LIMITS.image / 1024 }));
    else upload.mutate(file);
    return false;
  };
  return (
    <Flex gap={8} align="center">
      <Upload id={id} accept=".jpg,.jpeg,.png" showUploadList={false} beforeUpload={take}>
        <Button icon={<UploadOutlined />} loading={upload.isPending}>
          {t('choosePicture')}
        </Button>
      </Upload>
      <span className={css.fileName}>{value?.name ?? t('pictureHint', { kb: LIMITS.image / 1024 })}</span>
    </Flex>
  );
}
