/** What a spreadsheet shows in a cell whose formula failed, in English and in Russian. */
const ERRORS =
  /^#(REF!|ССЫЛКА!|N\/A|Н\/Д|VALUE!|ЗНАЧ!|DIV\/0!|ДЕЛ\/0!|NAME\?|ИМЯ\?|NULL!|ПУСТО!|NUM!|ЧИСЛО!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!)$/i

export const isSpreadsheetError = (text: string): boolean => ERRORS.test(text.trim())
