"""What every model of a rules file is made of: frozen, strict, and nothing unknown in it."""

from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    StringConstraints,
    WrapSerializer,
)

FORMAT = 1

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(dict[K, V]):
    """A dict that reads and pickles as usual and refuses every change."""

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise TypeError("a ruleset does not change; write a variant instead")

    __setitem__ = __delitem__ = _refuse
    pop = popitem = clear = update = setdefault = _refuse
    __ior__ = _refuse

    def __hash__(self) -> int:  # type: ignore[override]  # frozen, so it may be a key
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type, tuple[dict[K, V]]]:
        return type(self), (dict(self),)


def _serialise_map(value: dict[Any, Any], handler: SerializerFunctionWrapHandler) -> Any:
    return handler(dict(value))


frozen_map = (AfterValidator(FrozenMap), WrapSerializer(_serialise_map))


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def table_procedure(description: str, default: Any = ..., **limits: Any) -> Any:
    """A field that is told in the rulebook but changes no move and no score."""
    return Field(default, description=description, json_schema_extra={"table_procedure": True}, **limits)


def _number(value: object) -> object:
    if isinstance(value, str) and value.isascii() and value.isdigit() and value == str(int(value)):
        return int(value)
    return value


Number = Annotated[int, BeforeValidator(_number), Field(ge=1, le=999)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=40)]
Line = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\n]*\S[^\n]*$")]
Texts = Annotated[dict[str, Line], *frozen_map]
Picture = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
