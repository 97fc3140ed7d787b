import { Alert } from 'antd';
import type { ReactNode } from 'react';

type Props = { className?: string; title: ReactNode; action?: ReactNode };

export default function AntdAlert(props: Props) {
  return <Alert type="warning" showIcon {...props} />;
}
