import './theme.css';
import { firstLanguage, setLanguage, t } from './language.ts';

setLanguage(firstLanguage());
document.getElementById('lab')!.textContent = t('page.title');
