import '../../../.antd/base.css';
