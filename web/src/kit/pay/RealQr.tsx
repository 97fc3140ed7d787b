import { QRCode } from 'antd';

export type QrProps = { text: string; size: number };

/** Black on white in both themes: a camera must read it. */
export default function RealQr({ text, size }: QrProps) {
  return <QRCode value={text} size={size} type="svg" color="#000" bgColor="#fff" />;
}
