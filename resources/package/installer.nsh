; Included by electron-builder's installer. The data of the till are in %ProgramData%\Tugrik POS, for all who sign in to this
; computer (docs/decisions/data-place.md). Without an access list of its own every user could read what is there, and none
; could change what another one wrote.
!macro customInstall
  SetShellVarContext all
  StrCpy $0 "$APPDATA\Tugrik POS"

  ; An update keeps the list, because the owner may have narrowed it.
  ${if} ${isUpdated}
  ${andIf} ${FileExists} "$0\*.*"
    Goto tillFolderDone
  ${endIf}

  ; A user could have made a link there that leads the list to another folder: it is removed, and not what it leads to.
  System::Call 'kernel32::GetFileAttributesW(w r0) i .r1'
  ${if} $1 != -1
    IntOp $1 $1 & 0x400
    ${if} $1 != 0
      RMDir "$0"
    ${endIf}
  ${endIf}
  CreateDirectory "$0"

  ; By their numbers, because the names of groups are translated: administrators, the system, and who sits at the computer.
  ; The last may make files and folders in it, and change those, but not replace the folder itself.
  nsExec::ExecToLog '"$SYSDIR\icacls.exe" "$0" /setowner *S-1-5-32-544 /L'
  Pop $1
  nsExec::ExecToLog '"$SYSDIR\icacls.exe" "$0" /L /inheritance:r /grant:r *S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F *S-1-5-4:(RD,REA,RA,X,RC,S,WD,AD)'
  Pop $1
  nsExec::ExecToLog '"$SYSDIR\icacls.exe" "$0" /L /grant *S-1-5-4:(OI)(CI)(IO)M'
  Pop $2
  ${if} $1 != 0
  ${orIf} $2 != 0
    DetailPrint "The access list of $0 could not be set."
    SetErrorLevel 2
    Abort
  ${endIf}

  tillFolderDone:
!macroend
