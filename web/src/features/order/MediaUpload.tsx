import { PictureField } from '@/kit/upload/PictureField';
import type { Picture } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';

type Props = {
  id?: string;
  kind: 'image' | 'video';
  value?: Picture;
  onChange?: (value: Picture | undefined) => void;
};

/** The picture or video of a message. */
export function MediaUpload(props: Props) {
  return <PictureField {...props} max={useLimit(props.kind === 'video' ? 'video.bytes' : 'image.bulk.bytes')} />;
}
